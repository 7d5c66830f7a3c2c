#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace toolkit::text {

inline bool is_one_of(char letter, std::string_view letters)
{
    return letters.find(letter) != std::string_view::npos;
}

// 0-9
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// a-z A-Z 0-9
constexpr bool is_letter_or_digit(char letter)
{
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// The length of the name at the beginning of a text: of letters and digits of ASCII, and of
// `others`.
inline std::size_t name_length(std::string_view text, std::string_view others)
{
    const auto is_in_name
        = [&](char letter) { return is_letter_or_digit(letter) || is_one_of(letter, others); };
    return static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), is_in_name) - text.begin());
}

// Is it a part of words, as tokens are? All bytes beyond ASCII are.
inline bool is_word(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || letter == '_' || is_letter_or_digit(letter);
}

}
