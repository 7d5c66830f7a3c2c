#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::match {

// Returns the tokens of a text (words, and other characters one by one) in their order.
std::vector<std::string_view> tokens_of(std::string_view text);

// Returns the text between a token and the next one. All tokens must be views into one text.
inline std::string_view gap_after(const std::vector<std::string_view>& tokens, std::size_t index)
{
    const char* const begin = tokens[index].data() + tokens[index].size();
    return {begin, static_cast<std::size_t>(tokens[index + 1].data() - begin)};
}

// Returns the tokens by which lines are compared for similarity: like tokens_of(), but ideographs
// one by one, and all groups of three letters of a long name that is the only word.
std::vector<std::string_view> parts_of(std::string_view text);

// Returns true for a space, a tab, or a part of a newline. These separate tokens.
bool is_whitespace(char letter);

// Returns the first offset from `at` on that is not whitespace.
std::size_t skip_whitespace(std::string_view text, std::size_t at);

}
