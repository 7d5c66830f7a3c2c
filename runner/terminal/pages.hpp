#pragma once

#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/verdict.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace toolkit;

// A text that the operator has to read before answering a question.
struct Paged {
    std::string heading; // lines of agentcli, shown in reverse video
    // returns the text for this width; see Rows
    std::function<std::vector<std::string>(std::size_t columns)> rows;
    std::string question; // the question, written by agentcli
    bool offers_always = false;
};

// Returns a line of agentcli in reverse video. Other text cannot have that, because its escape
// sequences are written out. Returns the line unchanged if TERM is not set or is "dumb".
std::string own_line(std::string_view line);

// Shows the rows a page at a time, asks after each page, and returns the answer; nullopt at the end
// of input. An answer other than a refusal is accepted only after the last page, so that the
// operator has seen all rows. If the size of the terminal changes meanwhile, starts again with the
// first page for the new size. If the terminal is too small for a page, asks to enlarge it instead.
// Throws INTERNAL "interrupted".
std::optional<Verdict> show_and_ask(
    const Terminal& terminal, const Paged& paged, system::Cancel& cancel);

}
