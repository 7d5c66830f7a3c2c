#pragma once

#include "toolkit/system/error.hpp"

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace toolkit::tool {

// The line of a failed call, without its newline: {"error", "code", "hint"?}.
std::string failure_text(const ToolError& error);

// Within a catch clause: what the exception means to whoever has called the tool.
ToolError current_failure();

// These write values of stat(2) as answers have them.

// "file", "dir", "symlink" or "other".
std::string_view type_name(mode_t mode);

// "0644": the permission bits, with set-user-ID, set-group-ID and sticky in the first digit.
std::string mode_octal(mode_t mode);

}
