#pragma once

#include <string_view>

inline bool is_one_of(char letter, std::string_view letters)
{
    return letters.find(letter) != std::string_view::npos;
}

// Is it a part of words, as tokens are? All bytes beyond ASCII are.
inline bool is_word(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || letter == '_' || (letter >= '0' && letter <= '9')
        || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}
