#pragma once

#include "agent/steps/noted_steps.hpp"

#include <string>
#include <vector>

namespace agent::steps {

// Returns what the last of these steps have changed in text files of the workspace `root`, as a
// unified diff of at most 50 KiB: `count` steps. A file that is larger than 1 MiB, that is not
// text, or that has been changed since is left out, and so are moved and deleted entries. Never
// throws ToolError: the diff is for display alone.
std::string diff_of_last_steps(
    const std::string& root, const std::vector<NotedStep>& steps, std::size_t count);

}
