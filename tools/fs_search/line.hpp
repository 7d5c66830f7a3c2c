#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>

namespace fs_search {

// The place of the '\n' of the line that `at` is on, or the end of the text.
std::size_t line_end(std::string_view text, std::size_t at);

// The place of the first byte that is not ASCII, or the end of the text.
std::size_t find_beyond_ascii(std::string_view text);

std::size_t count_newlines(std::string_view text);

// The text of FileFindings has lines that end with "\n" as JSON writes it: the number of the line,
// a letter for its kind, and what it holds. ':' and '-' are those of the answer; a text with any
// other letter is not final.
struct LineKind {
    bool is_match = true; // else a line around one
    bool is_encoded = false; // in base64, since it is not UTF-8
    bool is_clipped = false; // a part of it is left out, or of the match after it
    bool is_replaced = false; // has U+FFFD in place of bytes that are not UTF-8

    constexpr char letter() const
    {
        if (!is_encoded && !is_clipped && !is_replaced)
            return is_match ? ':' : '-';
        const int bits = (is_clipped ? 1 : 0) + (is_encoded ? 2 : 0) + (is_replaced ? 4 : 0);
        return static_cast<char>((is_match ? 'A' : 'a') + bits);
    }

    static constexpr LineKind of(char letter)
    {
        if (letter == ':' || letter == '-')
            return {letter == ':'};
        const bool is_match = letter < 'a';
        const int bits = letter - (is_match ? 'A' : 'a');
        return {is_match, (bits & 2) != 0, (bits & 1) != 0, (bits & 4) != 0};
    }
};

struct Preview {
    std::string_view text; // a part of the line
    bool is_clipped;
};

// Returns at most 300 bytes of `line` that hold the byte at `position` and some of those before it.
// A cut never splits a UTF-8 character.
Preview preview_around(std::string_view line, std::size_t position);

}
