#pragma once

#include <cstddef>
#include <string_view>

namespace frontends::screen {

// Pure functions for UTF-8 characters, grapheme clusters and their widths in columns.

inline constexpr char32_t replacement = 0xfffd;

struct Character {
    char32_t value; // `replacement` for a byte that is not UTF-8
    std::size_t size; // in bytes, at least 1
};

// Returns the first character of a text that is not empty.
Character first_character(std::string_view text);

// True for a character of Unicode's categories L and N.
bool is_letter_or_number(char32_t character);

// A grapheme cluster (UAX 29) at the beginning of a text.
struct Cluster {
    std::size_t size; // in bytes
    std::size_t width; // in columns, in most terminals
    // The maximum width in any terminal: each code point counts by itself, and a cluster with a
    // joiner, a variation selector, a flag, a private or an unassigned code point at least 2.
    std::size_t most;
};

// Returns the first cluster of a text that is not empty and has no control characters.
Cluster first_cluster(std::string_view text);

// Return the sums of `width` and of `most` over all clusters.
std::size_t width_of(std::string_view text);
std::size_t max_columns_of(std::string_view text);

}
