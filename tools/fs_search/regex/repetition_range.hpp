#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fs_search::regex {

struct RepetitionRange {
    static constexpr int no_limit = -1;

    int least;
    int most;
    std::size_t size; // of its text
};

// "*", "+", "?", "{2}", "{2,}" or "{2,5}" at the start of the rest of a pattern. Any other '{'
// stands for itself.
std::optional<RepetitionRange> find_repetition(std::string_view pattern);

// What all of these digits stand for.
std::optional<char32_t> find_number(std::string_view digits, int base);

}
