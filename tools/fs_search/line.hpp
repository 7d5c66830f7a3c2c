#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>

namespace fs_search {

// Returns the offset of the '\n' of the line that contains `at`, or of the end of the text.
std::size_t line_end(std::string_view text, std::size_t at);

// Returns the offset of the first byte that is not ASCII, or of the end of the text.
std::size_t find_beyond_ascii(std::string_view text);

// Returns the number of '\n' in the text.
std::size_t count_newlines(std::string_view text);

// The kind of a line in the text of FileFindings. Each of these lines ends with "\n" as written in
// JSON, and consists of the number of the line, a letter for its kind, and its content. Lines with
// ':' and '-' can be copied to the answer; a text with another letter is not final.
struct LineKind {
    bool is_match = true; // otherwise a line around a match
    bool is_encoded = false; // in base64, since it is not UTF-8
    bool is_clipped = false; // a part of the line, or of a match after it, is left out
    bool is_replaced = false; // U+FFFD replaces bytes that are not UTF-8

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

// Returns at most 300 bytes of `line` that contain the byte at `position` and some bytes before it.
// A cut never splits a UTF-8 character.
Preview preview_around(std::string_view line, std::size_t position);

}
