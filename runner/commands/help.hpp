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

// A name and its explanation, in a list.
struct HelpItem {
    std::string name;
    std::string text;
};

// `agentcli help`: the overview, or the help of the commands or the tool that the words name.
// Throws BAD_REQUEST if they name none.
int run_help(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// What a tool says of itself to --help, or if it cannot be asked what its entry says. Throws
// IO_ERROR where it doesn't.
std::string help_of_tool(const calls::ManifestTool& tool, system::Cancel& cancel);

// Returns what help says of a field of a request: its type, values and limits, what it means, and
// in brackets its default. Removes control characters.
std::string explanation_of_field(const Json& schema);

// Returns the most important help, in at most 80 columns: examples, the commands by purpose with a
// line for each, the most important flags, and how to get the rest. Three or more commands of one
// purpose that begin with the same word share a line.
std::string overview();

// Returns a list of the commands that begin with a word, which is no command itself.
std::string help_of_several(const std::string& word);

// The help of a command, with the flags that it accepts; lines of at most 80 columns.
std::string help_text(options::Command command);

// Returns the commands whose names begin with that of a command and go on: usages and summaries.
std::vector<HelpItem> commands_after(options::Command command);

// The exit statuses of a run: a paragraph.
extern const char* const exit_statuses;

// The words of a text in lines of at most 80 columns.
std::string wrapped(const std::string& text);

// Returns a text with a capital letter at its beginning and a dot at its end.
std::string sentence(std::string text);

// A list of names and texts in two columns; lines of at most 80 columns.
std::string in_two_columns(const std::vector<HelpItem>& items);

}
