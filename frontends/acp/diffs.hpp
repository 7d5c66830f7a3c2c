#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::acp {

using namespace toolkit;

// Returns the absolute form of a path in the workspace; nullopt if the path leads out of it. Does
// not read the file system.
std::optional<std::string> path_in_workspace(const std::string& path, const std::string& workspace);

// Returns the hunks of a unified diff as changes of the protocol: {"type": "diff", "path",
// "oldText"?, "newText"}, at most 100. Leaves out lines that are not part of a hunk, and files
// outside the workspace.
Json diffs_in(std::string_view diff, const std::string& workspace);

}
