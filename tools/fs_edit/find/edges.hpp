#pragma once

#include "match.hpp"

#include <string_view>

namespace fs_edit::find {

// May this place, which has the tokens of the wanted text, be meant, as far as its edges tell? A
// wanted text with an indentation begins a line, and one with a newline at its end ends one. A
// place that lacks the empty lines around the wanted text is indented as it is.
bool has_same_edges(std::string_view text, Match place, std::string_view wanted);

}
