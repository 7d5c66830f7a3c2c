#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <string_view>

namespace toolkit::workspace {

// Returns the path with each name that does not exist replaced by the only entry of its directory
// that looks the same: accents composed or not (NFC, NFD), other spaces, quotes and dashes
// (text::with_plain_typography()). Other names stay as they are. Looks at a bounded number of
// entries and never throws ToolError.
std::string spelled_as_on_disk(const Workspace& workspace, const std::string& path);

// Returns the path with the names of its directory as spelled_as_on_disk() has them, and the last
// name as it is: for an entry that is to be made.
std::string with_directory_as_on_disk(const Workspace& workspace, const std::string& path);

}
