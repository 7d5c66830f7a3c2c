#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace agent::model {

using namespace toolkit;

// Reads fields that gateways send at other places, or in other forms, than chat completions do.

// True if this is a content part of type text.
bool is_text_part(const Json& content);

// Returns the usage of a response or a chunk: its own, that of its first choice, or that in x_groq,
// with numbers that were sent as strings converted. Null if none of these exists.
Json usage_in(const Json& answer);

// True if this finish_reason says that the message has tool calls.
bool ends_with_calls(const std::string& reason);

// Returns the calls among the parts of a content as calls of type function whose name and arguments
// may be beside the id: parts of Anthropic's type tool_use, or of a type tool_call or
// function_call. Empty if there are none.
Json calls_in_content(const Json& content);

// Removes the calls of a message returned by as_assistant() if the message has text, no call has a
// name or arguments, and `finish_reason` does not say that it has calls.
void leave_out_empty_calls(Json& message, const std::string& finish_reason);

}
