#pragma once

#include "regex_parser.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fs_search::regex {

using ByteSet = std::bitset<256>;

// One step of a program: what a line must have here, and where it goes on.
struct Instruction {
    enum class Kind { byte, fork, line_begin, line_end, word_edge, no_word_edge, match };

    Kind kind;
    std::size_t next = 0;
    std::size_t other = 0; // of a fork
    ByteSet bytes = {};
};

// A nondeterministic automaton. It begins at `first`.
struct LineProgram {
    std::vector<Instruction> instructions;
    std::size_t first = 0;
};

// Empty if it would be too long, or lines alone do not tell what matches (\A, \z).
LineProgram compile(const SyntaxPart& pattern);

}
