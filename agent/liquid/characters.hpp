#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::liquid {

// Functions on texts for the filters, which count characters: code points of valid UTF-8.

constexpr bool is_whitespace(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

std::size_t character_count(std::string_view text);

// Returns the byte offset after `count` characters; text.size() if there are fewer.
std::size_t byte_of_character(std::string_view text, std::size_t count);

// Converts case by the simple mappings of Unicode; in capitals U+00DF becomes SS.
std::string in_capitals(std::string_view text);
std::string in_small_letters(std::string_view text);

std::string_view without_leading_whitespace(std::string_view text);
std::string_view without_trailing_whitespace(std::string_view text);

}
