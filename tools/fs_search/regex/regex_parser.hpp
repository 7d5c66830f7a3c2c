#pragma once

#include "character_class.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search::regex {

// How often a part of a pattern may be repeated.
struct RepetitionRange {
    static constexpr int no_limit = -1;

    int least;
    int most;
    std::size_t size; // number of characters in the pattern
};

// Parses "*", "+", "?", "{2}", "{2,}" or "{2,5}" at the start of the rest of a pattern. Returns
// nullopt for anything else: any other '{' is a literal.
std::optional<RepetitionRange> find_repetition(std::string_view pattern);

// Returns the value of the digits; nullopt if one is invalid, there are none, or it is too large.
std::optional<char32_t> find_number(std::string_view digits, int base);

// A part of a pattern, as a tree.
struct SyntaxPart {
    enum class Kind {
        bytes,
        character,
        sequence,
        choice,
        repetition,
        line_begin,
        line_end,
        text_begin,
        text_end,
        word_edge,
        no_word_edge
    };
    static constexpr int no_limit = RepetitionRange::no_limit;

    Kind kind = Kind::sequence;
    std::string bytes = {};
    CharacterClass characters = {};
    bool is_listed = false; // true for a character, or a class that lists each of its characters
    std::vector<SyntaxPart> parts = {};
    int least = 1; // for a repetition
    int most = 1;
};

// Returns the tree of a pattern that RE2 accepts and that is used with "(?m)". Returns null for
// unsupported syntax: \C, \Q, octal numbers, (?-m). Does not distinguish greedy from lazy
// repetitions: the tree tells whether a line matches, not where.
std::unique_ptr<SyntaxPart> parse_line_syntax(std::string_view pattern, Case letters);

}
