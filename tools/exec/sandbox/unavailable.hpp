#pragma once

#include "toolkit/system/error.hpp"

#include <string>

namespace exec::sandbox {

using namespace toolkit;

// SANDBOX_UNAVAILABLE because `step` failed with the current errno.
ToolError unavailable(const std::string& step);

}
