#pragma once

#include "runner/generate/tool_page.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::generate {

using namespace toolkit;

// Runs `agentcli generate FORM [TOOL]`: prints shell completions, a reference page or a manual page
// on stdout, for agentcli, for the commands that begin with a word (`man agentcli-WORD`), or for a
// tool of the manifest. They are generated from the option and command tables, and from what tools
// print for --describe. Returns the exit status. Throws BAD_REQUEST if the form, the word or the
// tool is unknown.
int run_generate(const options::Options& options, system::Cancel& cancel);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();
std::string reference_page(const std::vector<ToolPage>& tools); // Markdown
std::string man_page();

// Returns the page of the commands whose names begin with this word. Throws BAD_REQUEST if none
// does.
std::string man_page_of_commands(const std::string& word);

std::string bash_completion(const ToolPage& tool);
std::string zsh_completion(const ToolPage& tool);
std::string fish_completion(const ToolPage& tool);
std::string man_page(const ToolPage& tool);

}
