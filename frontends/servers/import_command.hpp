#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::servers {

using namespace agent;
using namespace runner;
using namespace toolkit;

// `agentcli mcp import [FILE|CLIENT [NAME …]]`. Without words, lists the configurations of other
// clients that are found. Otherwise shows what would be added to the configuration, asks, and adds
// it; without names of servers, all of them. Returns the exit status: 1 if nothing was added,
// unless all of it is in the configuration already. Throws BAD_REQUEST or NOT_FOUND for a file that
// cannot be read.
int run_mcp_import(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
