#pragma once

#include "line_syntax.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// A table that tells of each line whether a match may be on it, byte by byte. Never does it miss a line with a
// match; of characters beyond ASCII it knows only that they are some.
//
// A state is a number; a line begins in `start`. A line break leads back there, unless the line is accepted:
// then, and often before it, the state is `accepted`, which is never left.
class LineAutomaton {
public:
    using State = std::uint16_t;
    static constexpr State start = 0;
    static constexpr State accepted = 1;

    State next(State state, unsigned char byte) const { return table[state * width + byte]; }
    const State* data() const { return table.data(); } // rows of `width`
    static constexpr std::size_t width = 256;

    std::size_t states() const { return table.size() / width; }

private:
    friend class AutomatonBuilder;
    std::vector<State> table;
};

// None where the table would take more than some 300 KiB, or every line be accepted.
std::optional<LineAutomaton> automaton_for(const SyntaxPart& pattern);
