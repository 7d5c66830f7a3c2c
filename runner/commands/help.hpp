#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/command.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

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

// Returns the most important help, on one screen of 24 rows and 80 columns: the commands by
// purpose, the most important flags, and how to get the rest.
std::string overview();

// The help of a command, with the flags that it accepts; lines of at most 80 columns.
std::string help_text(options::Command command);

// The exit statuses of a run: a paragraph.
extern const char* const exit_statuses;

// The words of a text in lines of at most 80 columns.
std::string wrapped(const std::string& text);

// A list of names and texts in two columns; lines of at most 80 columns.
struct HelpItem {
    std::string name;
    std::string text;
};
std::string in_two_columns(const std::vector<HelpItem>& items);

}
