#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::workspace {

// Returns the existing path that is most likely meant by one that does not exist, relative to the
// root: with '/' for '\', without a prefix such as "a/", or with the nearest existing name for each
// missing one; otherwise the only file of this name in another directory. Returns nullopt if no
// path is near. Visits a bounded number of entries, beneath the root only, and never throws
// ToolError.
std::optional<std::string> nearest_path(const Workspace& workspace, std::string_view path);

// Returns a NOT_FOUND about `path` with a hint that names the nearest path. This replaces any other
// hint, which might advise to create the path. Returns other errors, and errors without a near
// path, unchanged.
ToolError with_nearest_path(const Workspace& workspace, std::string_view path, ToolError error);

// Returns the path with each missing name replaced by the only entry of its directory that looks
// the same: with accents composed or not (NFC, NFD), or other spaces, quotes and dashes
// (text::with_plain_typography()). Other names are unchanged. Visits a bounded number of entries
// and never throws ToolError.
std::string spelled_as_on_disk(const Workspace& workspace, const std::string& path);

// Returns the path with the names of its directory as in spelled_as_on_disk(), and the last name
// unchanged; for an entry that is to be made.
std::string with_directory_as_on_disk(const Workspace& workspace, const std::string& path);

}
