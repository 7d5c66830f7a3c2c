#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>

namespace toolkit::json {

// Returns {"error": …, "code": …, "hint"?: …}.
Json error_json(const ToolError& error);

inline constexpr std::size_t max_error_line = 1000;

// Returns {"error": …, "code"?: …, "hint"?: …} in one line of at most max_error_line bytes.
// Longer texts are shortened, which an ellipsis shows.
std::string error_line(Json error);
std::string error_line(const ToolError& error);

}
