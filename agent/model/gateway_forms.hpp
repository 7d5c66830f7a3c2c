#pragma once

#include "agent/model/model.hpp"

namespace agent::model {

using namespace toolkit;

// What gateways have in other places, or in other forms, than chat completions.

// Is it a text as a part of a content has it?
bool is_text_part(const Json& content);

// How many tokens an answer, or a chunk, counts: its own usage, or that in its first choice or in
// x_groq, with numbers in place of texts. Null if there is none.
Json usage_in(const Json& answer);

// The calls of a message with text are left out if none has a name or arguments, and the server
// does not say that the message calls.
void leave_out_empty_calls(Reply& reply);

}
