#pragma once

#include <cstddef>
#include <string_view>

namespace frontends::screen {

// Characters of UTF-8, what a reader takes for one letter, and the columns that they fill. Pure
// functions of bytes.

inline constexpr char32_t replacement = 0xfffd;

struct Character {
    char32_t value; // `replacement` for a byte that is not UTF-8
    std::size_t size; // in bytes, at least 1
};

// Of a text that is not empty.
Character first_character(std::string_view text);

// Is it of Unicode's categories L and N?
bool is_letter_or_number(char32_t character);

// A grapheme cluster (UAX 29) at the beginning of a text.
struct Cluster {
    std::size_t size; // in bytes
    std::size_t width; // in columns, as most terminals have it
    // As any terminal may have it: each code point by itself, and at least 2 for a cluster with a
    // joiner, a variation selector, a flag, a private or an unassigned code point.
    std::size_t most;
};

// Of a text that is not empty and has no control characters.
Cluster first_cluster(std::string_view text);

// The sums over all clusters.
std::size_t width_of(std::string_view text);
std::size_t max_columns_of(std::string_view text);

}
