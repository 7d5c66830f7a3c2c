#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::servers {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli mcp import [FILE|CLIENT [NAME …]]`. Without arguments, lists the configurations of
// other clients that exist. Otherwise shows what would be added to the configuration, asks for
// confirmation, and adds it: the named servers, or all servers if none are named. Returns the exit
// status: 1 if nothing was added, unless everything is already configured. Throws BAD_REQUEST or
// NOT_FOUND for a file that cannot be read.
int run_mcp_import(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
