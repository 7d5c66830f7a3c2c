#pragma once

#include "agent/calls/approver.hpp"
#include "agent/calls/prepared_call.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// What a dry run has answered.
struct Trial {
    Json shown = {}; // null if the tool has no dry run
    std::optional<calls::ToolResult> result = {};

    // Byte for byte: what is shown is redacted, and not all of an answer.
    bool has_same_effect(const Trial& other) const;
};

// Calls the tool with dryRun, if it has such a parameter, and waits for its answer. Throws INTERNAL
// "interrupted".
Trial trial_of(const calls::PreparedCall& call, system::Cancel& cancel);

// The decision about a call that its tool refuses as BAD_REQUEST: nobody is asked, and the model is
// told why. Nothing if it does not.
std::optional<calls::Decision> refusal_of(const Trial& trial);

}
