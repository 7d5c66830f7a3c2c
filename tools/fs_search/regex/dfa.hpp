#pragma once

#include "character_class.hpp"
#include "regex_parser.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fs_search::regex {

// A deterministic automaton that tells for each line whether it may contain a match, byte by byte
// or stride() bytes at a time. It accepts every line with a match, and perhaps others, since it
// does not distinguish non-ASCII characters.
//
// A state is a number. A line begins in `start`, and a newline leads back there unless the line
// was accepted. In that case the state becomes `accepted` at the newline, or often before it,
// and does not change any more.
class LineAutomaton {
public:
    using State = std::uint32_t;
    static constexpr State start = 0;
    static constexpr State accepted = 1;

    // `table` has one row for each state, with the next state for each kind of byte.
    LineAutomaton(const ByteKinds& kinds, std::vector<State> table);
    ~LineAutomaton() = default;
    LineAutomaton(LineAutomaton&&) = default;
    LineAutomaton& operator=(LineAutomaton&&) = default;
    LineAutomaton(const LineAutomaton&) = delete;
    LineAutomaton& operator=(const LineAutomaton&) = delete;

    State next(State state, unsigned char byte) const
    {
        return table[state * all_kinds.count() + all_kinds.of(byte)];
    }

    // Returns true if every accepted line contains a non-ASCII byte.
    bool wants_more_than_ascii() const { return !accepts_ascii; }

    const ByteKinds& kinds() const { return all_kinds; }

    // Returns 4 if the table for four bytes has at most a megabyte, otherwise 2.
    std::size_t stride() const { return bytes_in_a_step; }

    // The entry for a number made of the kinds of stride() bytes. Following it takes one memory
    // access.
    struct Next {
        const Next* row; // row of the next state
    };
    const Next* row_of(State state) const { return rows.data() + state * width; }
    State state_of(const Next* row) const
    {
        return static_cast<State>(static_cast<std::size_t>(row - rows.data()) / width);
    }

private:
    bool is_reached_by_ascii(State wanted) const;

    ByteKinds all_kinds;
    bool accepts_ascii = true;
    std::vector<State> table;
    std::size_t bytes_in_a_step = 2;
    std::size_t width = 0; // width of a row
    std::vector<Next> rows; // their entries point into this vector
};

// Returns nullopt if the tables would take more than about 2 MiB, or if every line would be
// accepted.
std::optional<LineAutomaton> automaton_for(const SyntaxPart& pattern);

}
