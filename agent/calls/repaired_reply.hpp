#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/model/model.hpp"

#include <functional>
#include <optional>
#include <string>

namespace agent::calls {

using namespace toolkit;

// A reply whose fields say what its text does: reasoning and calls are what the server should have
// made of them.
struct RepairedReply {
    model::Reply reply; // with calls, as it came; else without the markup in its text
    std::optional<model::Message> shown; // the message without markup, if it contains any
    bool has_written_calls = false; // its calls were its text
    std::string warning; // what the server should be told; empty for nothing
};

// Calls written as text are run only if
//   - the reply has no structured calls, and its text, after the reasoning, contains only such
//     calls;
//   - each of them names a tool, and bare JSON also fits the schema of that tool;
//   - none of them may be a quotation of what the model was given to read in `messages`
//     (agent/calls/model_inputs.hpp);
//   - `is_answer` does not accept the text.
RepairedReply repaired_reply(model::Reply reply, const model::Messages& messages,
    const Toolbelt& toolbelt, const std::function<bool(const std::string& text)>& is_answer);

}
