#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

// `agentcli help`: the overview, or the help of the commands or the tool that the words name. Throws BAD_REQUEST if they
// name none.
int run_help(const Options& options, const Secrets& secrets, Cancel& cancel);

// What a tool says of itself to --help, or if it cannot be asked what its entry says. Throws IO_ERROR where it doesn't.
std::string help_of_tool(const ManifestTool& tool, Cancel& cancel);
