#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

// Schemas and documentation of the run channel, generated from the declarations of its messages and
// events. They do not cover the channel to the screen of a chat.

namespace agent::channel {

using namespace toolkit;

// Returns a JSON Schema of draft 2020-12 whose "$defs" are HostMessage, WorkflowMessage, Event and
// all types in them. Additional fields are valid in events, but not in messages.
Json json_schema();

// Returns these schemas for components.schemas of OpenAPI 3.1, with discriminators in the unions.
Json openapi_schemas();

// Returns the JSON Schema of one message. `name` is that of its struct: "Begin", "BeginWorkflow",
// "Say", "Call", "Answer", "Interrupt" or "Quit". The schema has no "do" and no references, and its
// "properties" are all fields of the message.
Json message_schema(std::string_view name);

// Return Markdown tables for docs/host.md with a row for each message or event and its fields.
// Optional fields are marked with "?".
std::string markdown_of_messages();
std::string markdown_of_events();

}
