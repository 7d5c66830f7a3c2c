#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"

#include <cstddef>
#include <string>

namespace frontends::screen {

using namespace agent;

// The list of what an "always" can allow, the narrowest first.

// Returns the list for this call. A rule has the action "this chat" and, if it can be stored,
// "kept".
channel::ChatPick always_list(const channel::ChatApproval& call);

// A row of that list as an answer.
struct AlwaysAnswer {
    channel::Answer answer;
    std::string words; // "yes, and always: commands that begin with: npm test (this chat)"
    bool accepts_edits = false; // the answer is an approval, and the mode changes to "accept edits"
};
AlwaysAnswer always_answer(
    const std::string& id, const channel::ChatApproval& call, std::size_t row, bool is_kept);

}
