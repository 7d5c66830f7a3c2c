#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::match {

// The tokens of a text (words, and other characters one by one), in their order.
std::vector<std::string_view> tokens_of(std::string_view text);

// Returns the tokens by which lines are compared for likeness: as tokens_of(), but ideographs one
// by one, and all groups of three letters of a long name that is the only word.
std::vector<std::string_view> parts_of(std::string_view text);

// True for a space, a tab, or a part of a newline: what separates tokens.
bool is_whitespace(char letter);

// Returns the first offset from `at` on that has no such character.
std::size_t skip_whitespace(std::string_view text, std::size_t at);

}
