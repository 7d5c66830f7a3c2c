#pragma once

#include "toolkit/match/search.hpp"

#include <string_view>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

// All matches of an RE2 pattern and what takes their place, \1 to \9 in the new text being the
// groups. ^ and $ are those of lines; where the pattern names no carriage return, CRLF is LF to it.
// Throws BAD_PATTERN, also for a new text that names a group which is not there, and TOO_LARGE
// behind a million of matches.
std::vector<match::Replacement> find_pattern(
    std::string_view text, std::string_view pattern, std::string_view new_text);

}
