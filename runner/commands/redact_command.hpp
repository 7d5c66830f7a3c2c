#pragma once

#include "agent/redaction/redaction.hpp"

namespace runner::commands {

using namespace agent;

// Runs `agentcli redact`: copies stdin to stdout while it arrives, without secrets. Buffers at most
// a few mebibytes. Returns the exit status.
int run_redact(const redaction::Secrets& secrets);

}
