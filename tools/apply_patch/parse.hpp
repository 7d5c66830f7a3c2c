#pragma once

#include "patch.hpp"

#include <string_view>

// Reads a patch in whichever form it is written; see parse_unified_diff() and parse_envelope().
Patch parse_patch(std::string_view text);
