#pragma once

#include "byte_kinds.hpp"
#include "line_syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Tables that tell of each line whether a match may be on it, byte by byte or two bytes at once. Never do they miss a line with
// a match; of characters beyond ASCII they know only that they are some.
//
// A state is a number; a line begins in `start`. A line break leads back there, unless the line is accepted:
// then, and often before it, the state is `accepted`, which is never left.
class LineAutomaton {
public:
    using State = std::uint32_t;
    static constexpr State start = 0;
    static constexpr State accepted = 1;

    // `table` has a row of as many states as there are kinds for each state.
    LineAutomaton(const ByteKinds& kinds, std::vector<State> table);

    State next(State state, unsigned char byte) const
    {
        return table[state * all_kinds.count() + all_kinds.of(byte)];
    }

    // Does each line that is accepted hold a byte that is not ASCII?
    bool wants_more_than_ascii() const { return !accepts_ascii; }

    const ByteKinds& kinds() const { return all_kinds; }

    // The place of a state in the table for two bytes, which at this place plus the number of a pair has the place of the
    // next state.
    State place_of(State state) const { return state * pairs(); }
    State state_at(State place) const { return place / pairs(); }
    const State* places() const { return table_of_pairs.data(); }

private:
    bool is_reached_by_ascii(State wanted) const;
    State pairs() const { return static_cast<State>(all_kinds.count() * all_kinds.count()); }

    ByteKinds all_kinds;
    bool accepts_ascii = true;
    std::vector<State> table;
    std::vector<State> table_of_pairs;
};

// None where the tables would take more than some 2 MiB, or every line be accepted.
std::optional<LineAutomaton> automaton_for(const SyntaxPart& pattern);
