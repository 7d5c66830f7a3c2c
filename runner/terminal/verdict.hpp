#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runner::terminal {

// An answer to the question whether a call may run.
struct Verdict {
    enum class Word { yes, always, no, unclear };
    Word word = Word::unclear;
    std::string reason = {}; // why the call was refused; may be empty
};

// Parses an answer: y or yes; a or always; n or no, which may be followed by a reason. Ignores
// case. The word is `unclear` for any other line.
Verdict read_verdict(std::string_view line);

// Reads the number of a choice, from 1 to `count`, which is at most 9; an empty line chooses 1.
// Returns 0 for any other line.
std::size_t read_choice(std::string_view line, std::size_t count);

}
