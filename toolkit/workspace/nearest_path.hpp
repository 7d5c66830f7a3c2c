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

}
