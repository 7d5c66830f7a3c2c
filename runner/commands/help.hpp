#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli help`: the overview, or the help of the commands or the tool that the words name.
// Throws BAD_REQUEST if they name none.
int run_help(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// What a tool says of itself to --help, or if it cannot be asked what its entry says. Throws
// IO_ERROR where it doesn't.
std::string help_of_tool(const calls::ManifestTool& tool, system::Cancel& cancel);

}
