#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli mcp`: serves until the client disconnects, or with --listen until a signal is
// received. Returns the exit status: 0; 1 if the audit trail can't be written; 141 if stdout has no
// reader; 128 plus the number of a signal. Throws BAD_REQUEST, and errors of the configuration,
// before any message is read.
int run_mcp(const options::Options& given, redaction::Secrets secrets, system::Cancel& cancel);

// Runs `agentcli mcp config [CLIENT]`. Returns the exit status.
int run_mcp_config(const options::Options& options, const redaction::Secrets& secrets);

}
