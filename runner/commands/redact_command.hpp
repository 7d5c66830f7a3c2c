#pragma once

#include "agent/redaction/redaction.hpp"

namespace runner::commands {

using namespace agent;

// `agentcli redact`: stdin to stdout, without the secrets, as it comes; in memory for a few
// mebibytes. Answers the exit status.
int run_redact(const redaction::Secrets& secrets);

}
