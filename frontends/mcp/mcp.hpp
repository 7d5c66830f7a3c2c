#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// `agentcli mcp`: a server until its client ends it, or with --listen a signal. Returns the exit
// status: 0, or 1 if the audit can't be written; 141 if nobody reads stdout; of a signal 128 and
// its number. Throws BAD_REQUEST and its kin before anything is read.
int run_mcp(const options::Options& given, redaction::Secrets secrets, system::Cancel& cancel);

// `agentcli mcp config [CLIENT]`.
int run_mcp_config(const options::Options& options, const redaction::Secrets& secrets);

}
