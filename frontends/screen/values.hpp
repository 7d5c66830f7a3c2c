#pragma once

#include "agent/channel/screen_events.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace frontends::screen {

using namespace agent;
using namespace toolkit;

// JSON that models and tools have written, as it is shown.

// Returns the JSON in `text`, or null if it is not JSON.
Json json_in(std::string_view text);

// Returns a string as it is, and any other value as JSON on one line.
std::string value_text(const Json& value);

// Returns the arguments of a call; null if what the model has written is not JSON.
Json arguments_of(const channel::ChatCall& call);

// Returns the message of an error that a tool has answered: that of its "error", or its own. Empty
// if it has none.
std::string error_message_in(const Json& answer);

}
