#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <string>

// {"error": …, "code"?: …, "hint"?: …} in one line of at most 1,000 bytes; what is longer is shortened, and shows it.
std::string error_line(Json error);
std::string error_line(const ToolError& error);
