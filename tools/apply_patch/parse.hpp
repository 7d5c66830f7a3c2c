#pragma once

#include "patch.hpp"

#include <string_view>

// Reads a patch in whichever form it is written; see parse_unified_diff(). Throws UNSUPPORTED for the "***
// Begin Patch" form.
Patch parse_patch(std::string_view text);
