#pragma once

#include "runner/terminal.hpp"
#include "toolkit/json.hpp"

#include <string>
#include <string_view>

// What stands on the terminal where a call needs a yes.

// The arguments of a call, a line each, a text of several lines as a block of at most 200; where the tool's
// `dry_run` has a diff, that in place of the blocks. `dry_run` is its answer, or null.
std::string call_text(const Json& arguments, const Json& dry_run, Colour colour);

struct Verdict {
    enum class Word { yes, always, no, unclear };
    Word word = Word::unclear;
    std::string reason = {}; // of a no; may be empty
};

// y, yes; a, always; n, no, and behind it why.
Verdict read_verdict(std::string_view line);
