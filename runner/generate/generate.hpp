#pragma once

#include "runner/options/options.hpp"
#include "toolkit/system/interrupt.hpp"

#include <string>
#include <vector>

// `agentcli generate FORM`: what is made of the tables that the command line is read by, and of what the
// tools of the manifest tell of themselves. Throws BAD_REQUEST where the form is not known.
int run_generate(const Options& options, const Interrupt& interrupt);

// The forms, each in a file of its own.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();
std::string reference_page(); // Markdown
std::string man_page();

// One line of a tool's --help: a field of its requests ("path", "dryRun?"), or a flag.
struct HelpRow {
    std::string name;
    std::string text;
};

// What a tool's --help says.
struct ToolHelp {
    std::string name;
    std::string summary;
    std::vector<HelpRow> fields;
    std::vector<HelpRow> flags;
};

ToolHelp parse_tool_help(const std::string& text);

std::string man_page(const ToolHelp& tool);
