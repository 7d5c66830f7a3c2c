#pragma once

#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace agent::redaction {

// What a pattern of a shape says, in RE2's syntax.
struct PatternNode {
    static constexpr std::uint32_t without_end = std::numeric_limits<std::uint32_t>::max();

    enum class Kind {
        bytes, // one of `set`
        word_end, // \b
        text_end, // \z
        sequence,
        choice,
        group, // the one with `number`, of one part
        repeated, // one part, `least` to `greatest` times
    };
    Kind kind;
    std::bitset<256> set = {};
    std::vector<PatternNode> parts = {};
    std::uint32_t number = 0;
    std::uint32_t least = 1;
    std::uint32_t greatest = 1;
    bool is_lazy = false;
};

struct PatternSyntax {
    PatternNode whole;
    std::uint32_t groups; // how many it has
};

// Bytes are characters, as in RE2::Latin1. Nothing if the pattern has something that none of a
// shape has (^, $, a dot, named groups, sets of names), or repeats something that can be empty.
std::optional<PatternSyntax> syntax_of(std::string_view pattern);

}
