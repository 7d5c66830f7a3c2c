#pragma once

#include "toolkit/match/search.hpp"

#include <string_view>

namespace fs_edit::find {

using namespace toolkit;

// As match::find_tokens(), of the places where the whitespace between tokens differs from that of
// the wanted text only where it makes no difference in any common language. It does within quotes,
// between two characters of operators, beside one that may be a sign or a part of a name, and where
// a newline ends a statement or a comment: what is in doubt counts as a difference.
match::Matches find_same_tokens(std::string_view text, std::string_view wanted);

}
