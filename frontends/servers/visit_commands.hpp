#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::servers {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli mcp
// tools|call|read|prompt|prompts|resources|check|approve|forget|warm|login|logout`: the commands
// that use one or all servers. Returns the exit status: 1 if a call returns an error, a check, list
// or start fails, or a difference is not approved.
int run_mcp_visit(
    const options::Options& given, const redaction::Secrets& secrets, system::Cancel& cancel);

}
