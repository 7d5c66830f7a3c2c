#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/command.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

// The text of --help, from the tables that parse_options() reads by. That of Command::run lists the others.
std::string help_text(Command command);

// `agentcli help`: all of it, or of the command or the tool that the words name. Throws BAD_REQUEST where
// they name none.
int run_help(const Options& options, const Secrets& secrets, Cancel& cancel);

// What a tool says of itself to --help, or if it cannot be asked what its entry says. Throws IO_ERROR where it doesn't.
std::string help_of_tool(const ManifestTool& tool, Cancel& cancel);
