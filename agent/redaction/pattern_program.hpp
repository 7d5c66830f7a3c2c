#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace agent::redaction {

// A pattern of a shape in a form that is built in a thousandth of the time that RE2 needs: a
// repetition is counted, and not written out as often as it may occur.
struct PatternProgram {
    struct Step {
        enum class Kind {
            bytes, // `least` to `greatest` bytes of `set`
            fork, // continues with `other` if possible, else with `next`
            loop, // repeats `other`, which ends with `again`, `least` to `greatest` times
            again, // the end of the part that the loop at `other` repeats
            save, // stores the position in `group`
            word_end, // \b
            text_end, // \z
            matched,
        };
        Kind kind = Kind::matched;
        bool is_lazy = false;
        std::uint32_t next = 0;
        std::uint32_t other = 0;
        std::uint32_t least = 1;
        std::uint32_t greatest = 1;
        // Twice the number of the group, plus one at its end; for a loop its number.
        std::uint32_t group = 0;
        std::bitset<256> set = {};
    };

    std::vector<Step> steps;
    std::uint32_t first = 0;
    std::uint32_t groups = 0;
    std::uint32_t loops = 0;
};

// Returns the program of a pattern, or nullopt if the pattern cannot be read.
std::optional<PatternProgram> program_of(std::string_view pattern);

// A node of the syntax tree of a shape's pattern, which has RE2's syntax.
struct PatternNode {
    static constexpr std::uint32_t without_end = std::numeric_limits<std::uint32_t>::max();

    enum class Kind {
        bytes, // one of `set`
        word_end, // \b
        text_end, // \z
        sequence,
        choice,
        group, // the group `number`, with one part
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
    std::uint32_t groups; // the number of groups
};

// Parses a pattern. Each byte is a character, as in RE2::Latin1. Returns nullopt if the pattern has
// an element that no shape uses (^, $, a dot, named groups, named character classes), or repeats
// something that can be empty.
std::optional<PatternSyntax> syntax_of(std::string_view pattern);

}
