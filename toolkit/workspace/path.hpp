#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::workspace {

// Functions of Workspace that work on paths, by their names and on the disk.

// Return the error for a path; `error` is an errno.
ToolError leads_outside(std::string_view path);
ToolError cannot_open(std::string_view path, int error);

// A '/' or "/." at the end of a path whose last link is not followed requires a directory. Throws
// NOT_A_DIRECTORY if the path ends like this and `mode` is not that of a directory.
void require_asked_directory(std::string_view path, mode_t mode);

enum class LastLink { followed, kept };

// Implements Workspace::resolve() and resolve_entry() for paths with links or "..": walks name by
// name and follows links. Adds the paths of these links to `followed`, even if it throws.
std::string resolve_by_walking(const Workspace& workspace, std::string_view path,
    LastLink last_link, std::vector<std::string>* followed = nullptr);

}
