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

// What Workspace does with paths, by their names and on the disk.

// The errors of a path as messages of ours; `error` is an errno.
ToolError leads_outside(std::string_view path);
ToolError cannot_open(std::string_view path, int error);

// A '/', or "/.", at the end of a path whose last link is not followed asks for a directory: throws
// NOT_A_DIRECTORY unless this is the mode of one.
void require_asked_directory(std::string_view path, mode_t mode);

enum class LastLink { followed, kept };

// Workspace::resolve() and resolve_entry() where links or ".." are on the way: walks name by name
// and follows links by hand. Adds to `followed`, also if it throws, where each of those links is.
std::string resolve_by_walking(const Workspace& workspace, std::string_view path,
    LastLink last_link, std::vector<std::string>* followed = nullptr);

}
