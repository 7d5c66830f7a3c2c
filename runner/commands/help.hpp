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

// A name and its explanation in a list.
struct HelpItem {
    std::string name;
    std::string text;
};

// Runs `agentcli help`: prints the overview, or the help of the commands or the tool that the
// arguments name. Throws BAD_REQUEST if they name none.
int run_help(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Returns the output of the tool for --help, or help from its entry in the manifest if the tool
// cannot be called. Throws IO_ERROR if the call fails.
std::string help_of_tool(const calls::ManifestTool& tool, system::Cancel& cancel);

// Returns the explanation of a field in a request: its type, values and limits, its meaning, and
// its default in brackets. Removes control characters.
std::string explanation_of_field(const Json& schema);

// Returns the most important help, in at most 80 columns: examples, the commands by purpose with a
// line for each, the most important flags, and how to get the rest. Three or more commands of one
// purpose that begin with the same word share a line.
std::string overview();

// Returns a list of the commands that begin with this word, which is not itself a command.
std::string help_of_several(const std::string& word);

// Returns the help of a command with the flags that it accepts, in lines of at most 80 columns.
std::string help_text(options::Command command);

// Returns the usages and summaries of the commands whose names begin with that of `command` and
// have further words.
std::vector<HelpItem> commands_after(options::Command command);

// A paragraph that explains the exit statuses of a run.
extern const char* const exit_statuses;

// Returns the text wrapped into lines of at most 80 columns.
std::string wrapped(const std::string& text);

// Returns the text with a capital letter at its beginning and a full stop at its end.
std::string sentence(std::string text);

// Returns the items in two columns, in lines of at most 80 columns.
std::string in_two_columns(const std::vector<HelpItem>& items);

}
