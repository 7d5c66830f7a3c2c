#pragma once

#include "patch.hpp"

#include <string>
#include <string_view>

namespace apply_patch::read {

// The text; one without any newline, whose lines end with carriage returns alone, has newlines in
// their place.
std::string with_newlines(std::string text);

// Reads a patch in whichever form it is written; see parse_unified_diff() and parse_envelope().
Patch parse_patch(std::string_view text);

}
