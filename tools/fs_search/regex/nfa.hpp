#pragma once

#include "regex_parser.hpp"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fs_search::regex {

using ByteSet = std::bitset<256>;

// One step of a program: what must be at this position of a line, and which step follows.
struct Instruction {
    enum class Kind { byte, fork, line_begin, line_end, word_edge, no_word_edge, match };

    Kind kind;
    std::size_t next = 0;
    std::size_t other = 0; // second successor of a fork
    ByteSet bytes = {};
};

// A nondeterministic automaton that starts at the instruction `first`.
struct LineProgram {
    std::vector<Instruction> instructions;
    std::size_t first = 0;
};

// Compiles a pattern. Returns an empty program if it would be too long, or if the pattern depends
// on more than single lines (\A, \z).
LineProgram compile(const SyntaxPart& pattern);

}
