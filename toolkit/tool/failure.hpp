#pragma once

#include "toolkit/system/error.hpp"

#include <string>

namespace toolkit::tool {

// The line of a failed call, without its newline: {"error", "code", "hint"?}.
std::string failure_text(const ToolError& error);

// Within a catch clause: what the exception means to whoever has called the tool.
ToolError current_failure();

}
