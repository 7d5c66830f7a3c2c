#pragma once

#include "toolkit/match/search.hpp"

#include <string_view>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

// Returns all matches of an RE2 pattern with their replacements. \1 to \9 in `new_text` are
// replaced by the groups of the pattern. ^ and $ match at lines. If the pattern does not name the
// carriage return, CRLF is matched as LF. Throws BAD_PATTERN if the pattern is invalid or
// `new_text` names a group that does not exist, and TOO_LARGE for more than a million matches.
std::vector<match::Replacement> find_pattern(
    std::string_view text, std::string_view pattern, std::string_view new_text);

}
