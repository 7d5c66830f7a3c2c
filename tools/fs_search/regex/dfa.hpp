#pragma once

#include "character_class.hpp"
#include "regex_parser.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fs_search::regex {

// Tables that tell of each line whether a match may be on it, byte by byte or stride() bytes at
// once. Never do they miss a line with a match; of characters beyond ASCII they know only that they
// are some.
//
// A state is a number; a line begins in `start`. A newline leads back there, unless the line is
// accepted: then, and often before it, the state is `accepted`, which is never left.
class LineAutomaton {
public:
    using State = std::uint32_t;
    static constexpr State start = 0;
    static constexpr State accepted = 1;

    // `table` has a row of as many states as there are kinds for each state.
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

    // Does each line that is accepted hold a byte that is not ASCII?
    bool wants_more_than_ascii() const { return !accepts_ascii; }

    const ByteKinds& kinds() const { return all_kinds; }

    // Four where the table for them has a megabyte at most, else two.
    std::size_t stride() const { return bytes_in_a_step; }

    // What comes next, for each number that the kinds of stride() bytes make: a step is one look
    // into memory.
    struct Next {
        const Next* row; // that of the next state
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
    std::size_t width = 0; // of a row
    std::vector<Next> rows; // which point into it
};

// None where the tables would take more than some 2 MiB, or every line be accepted.
std::optional<LineAutomaton> automaton_for(const SyntaxPart& pattern);

}
