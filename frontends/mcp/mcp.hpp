#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli mcp`: serves until the client closes the connection or, with --listen, until a
// signal. Returns the exit status: 0; 1 if the audit can't be written; 141 if stdout is closed; or
// 128 plus the number of a signal. Throws BAD_REQUEST and similar errors before it reads anything.
int run_mcp(const options::Options& given, redaction::Secrets secrets, system::Cancel& cancel);

// Runs `agentcli mcp config [CLIENT]`.
int run_mcp_config(const options::Options& options, const redaction::Secrets& secrets);

}
