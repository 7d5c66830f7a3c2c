#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::workspace {

// The path beneath the root that is most likely meant by one that does not exist, relative to the
// root: with '/' for '\', without a prefix such as "a/", with the nearest name for each that is not
// there, or else the only file in another directory that is called so. Nothing if none is near.
// Looks at a bounded number of entries, beneath the root only, and never throws ToolError.
std::optional<std::string> nearest_path(const Workspace& workspace, std::string_view path);

// A NOT_FOUND about `path` with a hint that names the nearest path in place of another hint, which
// might have advised to create it; any other error, and one without a near path, as it is.
ToolError with_nearest_path(const Workspace& workspace, std::string_view path, ToolError error);

// Returns the path with each name that does not exist replaced by the only entry of its directory
// that looks the same: accents composed or not (NFC, NFD), other spaces, quotes and dashes
// (text::with_plain_typography()). Other names stay as they are. Looks at a bounded number of
// entries and never throws ToolError.
std::string spelled_as_on_disk(const Workspace& workspace, const std::string& path);

// Returns the path with the names of its directory as spelled_as_on_disk() has them, and the last
// name as it is: for an entry that is to be made.
std::string with_directory_as_on_disk(const Workspace& workspace, const std::string& path);

}
