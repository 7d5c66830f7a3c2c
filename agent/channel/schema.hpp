#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

// Descriptions of the run channel, made of the declarations of its messages and events. The screen
// of a chat is not a part of them.

namespace agent::channel {

using namespace toolkit;

// Returns a JSON Schema of draft 2020-12 whose "$defs" are HostMessage, WorkflowMessage, Event and
// all that they contain. What an event may have more than is declared is valid; a message may not.
Json json_schema();

// Returns the same as components.schemas of OpenAPI 3.1, with a discriminator in the unions.
Json openapi_schemas();

// Returns the JSON Schema of one message by the name of its struct: "Begin", "BeginWorkflow",
// "Say", "Call", "Answer", "Interrupt" or "Quit". It has no "do" and no references, and its
// "properties" are all fields of the message.
Json message_schema(std::string_view name);

// Return tables for docs/host.md: a row for each message or event, with its fields. "?" follows a
// field that may be left out.
std::string markdown_of_messages();
std::string markdown_of_events();

}
