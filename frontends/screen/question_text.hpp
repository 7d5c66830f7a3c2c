#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string>

namespace frontends::screen {

using namespace agent;

// The lines of a question about a call. Nothing in them is cut: they wrap, and what others wrote is
// shown character by character.

// Returns the verb, the subject and the facts, then the warnings.
Lines heading_lines(const channel::ChatApproval& call, std::size_t columns, const Palette& palette);

// Returns the one presentation of the call: its change, or its arguments; then its effects.
Lines presentation_lines(
    const channel::ChatApproval& call, std::size_t columns, const Palette& palette);

// Returns all arguments, and the dry run.
Lines whole_call_lines(
    const channel::ChatApproval& call, std::size_t columns, const Palette& palette);

// Returns a text of several lines after a name: "  message: text", or a block below it.
Lines value_lines(const SafeText& name, const std::string& text);

}
