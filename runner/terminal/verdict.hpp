#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runner::terminal {

// An answer to the question whether a call may run.
struct Verdict {
    enum class Word { yes, always, no, unclear };
    Word word = Word::unclear;
    std::string reason = {}; // of a no; may be empty
};

// Reads a line: y, yes; a, always; n, no, and after it why. Case does not matter.
Verdict read_verdict(std::string_view line);

// Reads the number of a choice, from 1 to `count`, which is at most 9; an empty line chooses 1.
// Returns 0 for any other line.
std::size_t read_choice(std::string_view line, std::size_t count);

}
