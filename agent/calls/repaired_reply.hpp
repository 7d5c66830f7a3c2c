#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/model/model.hpp"

#include <functional>
#include <optional>
#include <string>

namespace agent::calls {

using namespace toolkit;

// A reply in which reasoning and calls that the model wrote as text are in their own fields, as the
// server should have returned them.
struct RepairedReply {
    model::Reply reply; // unchanged if it had structured calls, otherwise without markup
    std::optional<model::Message> shown; // set if `reply` still has markup: without it, for display
    bool has_written_calls = false; // true if the calls of `reply` were written as text
    std::string warning; // advice for the operator about the server; empty if there is none
};

// Moves markup of reasoning and calls out of the text of a reply. Calls written as text become
// calls of the reply, and so are run, only if
//   - the reply has no structured calls, and its text, after the reasoning, contains only such
//     calls;
//   - each of them names a tool, and bare JSON also fits the schema of that tool;
//   - none of them may be a quotation of what the model was given to read in `messages`
//     (agent/calls/model_inputs.hpp);
//   - `is_answer` does not accept the text.
RepairedReply repaired_reply(model::Reply reply, const model::Messages& messages,
    const Toolbelt& toolbelt, const std::function<bool(const std::string& text)>& is_answer);

}
