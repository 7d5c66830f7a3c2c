#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::match {

// The tokens of a text (words, and other characters one by one), in their order.
std::vector<std::string_view> tokens_of(std::string_view text);

// Returns what is between a token and the next one; all of them are views into one text.
inline std::string_view gap_after(const std::vector<std::string_view>& tokens, std::size_t index)
{
    const char* const begin = tokens[index].data() + tokens[index].size();
    return {begin, static_cast<std::size_t>(tokens[index + 1].data() - begin)};
}

// Returns the tokens by which lines are compared for likeness: as tokens_of(), but ideographs one
// by one, and all groups of three letters of a long name that is the only word.
std::vector<std::string_view> parts_of(std::string_view text);

// True for a space, a tab, or a part of a newline: what separates tokens.
bool is_whitespace(char letter);

// Returns the first offset from `at` on that has no such character.
std::size_t skip_whitespace(std::string_view text, std::size_t at);

}
