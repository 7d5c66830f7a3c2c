#pragma once

#include "toolkit/system/error.hpp"

#include <string>

// SANDBOX_UNAVAILABLE because `step` failed with the current errno.
ToolError unavailable(const std::string& step);
