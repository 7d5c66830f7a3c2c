#pragma once

#include "toolkit/match/search.hpp"

#include <string_view>

namespace fs_edit::find {

using namespace toolkit;

// Returns the matches of match::find_tokens() in which the whitespace between tokens differs from
// that of the wanted text only where no common language gives it a meaning. It has a meaning within
// quotes, between two operator characters, next to a character that may be a sign or part of a
// name, and where a newline ends a statement or a comment. Doubtful differences count as
// differences.
match::Matches find_same_tokens(std::string_view text, std::string_view wanted);

}
