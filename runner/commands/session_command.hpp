#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

namespace runner::commands {

using namespace agent;

// `agentcli session list|show|fork|delete`: prints what is asked for, redacted, with --json as
// JSON. Answers the exit status.
int run_session_command(const options::Options& options, const redaction::Secrets& secrets);

}
