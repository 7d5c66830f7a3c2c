#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::acp {

using namespace toolkit;

// The absolute form of a path in the workspace; nothing if it leads out of it, by its names.
std::optional<std::string> path_in_workspace(const std::string& path, const std::string& workspace);

// The hunks of a unified diff as the protocol shows changes: {"type": "diff", "path", "oldText"?,
// "newText"}, at most 100. What is no hunk, or is about no file of the workspace, is left out.
Json diffs_in(std::string_view diff, const std::string& workspace);

}
