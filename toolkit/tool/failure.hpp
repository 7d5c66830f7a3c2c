#pragma once

#include "toolkit/system/error.hpp"

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace toolkit::tool {

// Returns the line of a failed call, without its newline: {"error", "code", "hint"?}.
std::string failure_text(const ToolError& error);

// To be called in a catch clause: returns the exception as an error for the caller of the tool.
ToolError current_failure();

// The functions below convert values of stat(2) for answers.

// Returns "file", "dir", "symlink" or "other".
std::string_view type_name(mode_t mode);

// Returns the permission bits, like "0644", with set-user-ID, set-group-ID and sticky in the first
// digit.
std::string mode_octal(mode_t mode);

}
