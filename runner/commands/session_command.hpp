#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

namespace runner::commands {

using namespace agent;

// Runs `agentcli session list|show|fork|delete`. Output is redacted, and JSON with --json. Returns
// the exit status.
int run_session_command(const options::Options& options, const redaction::Secrets& secrets);

}
