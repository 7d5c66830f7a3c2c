#pragma once

#include "match.hpp"
#include "tools/fs_edit/replace/replacement.hpp"

#include <string>
#include <string_view>

namespace fs_edit::find {

using namespace toolkit;

// As find_exact(), but typographic characters are as good as the plain ones for them; see
// toolkit/text/folding.hpp. Nothing is found if neither text has any.
Matches find_typographic_text(std::string_view text, std::string_view wanted);

// The new text in place of such a match. What it has in common with the old one is as in the file.
std::string typographic_text(const replace::Change& change, Match match, text::LineEnd around);

}
