#pragma once

#include "match.hpp"

#include <string_view>

namespace fs_edit::find {

// Of the matches, which have the tokens of the wanted text, those where the blanks between them
// differ from its own only where that makes no difference in any common language. It does within
// quotes, between two characters of operators, beside one that may be a sign or a part of a name,
// and where a line break ends a statement or a comment: what is in doubt counts as a difference.
Matches with_same_meaning(std::string_view text, const Matches& matches, std::string_view wanted);

}
