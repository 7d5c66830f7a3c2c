#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// The tokens of a text (words, and other characters one by one), in their order.
std::vector<std::string_view> tokens_of(std::string_view text);

// Returns the tokens by which lines are compared for likeness: as tokens_of(), but ideographs one
// by one, and all groups of three letters of a long name that is the only word.
std::vector<std::string_view> parts_of(std::string_view text);

// Is it between tokens: a blank, a tab, or a part of a line break?
bool is_blank(char letter);

// The first place from `at` on that has none of these.
std::size_t skip_blanks(std::string_view text, std::size_t at);

}
