#pragma once

#include "agent/channel/screen_events.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Formats events for the plain front end. Texts of models and tools are put on one line, shortened
// and stripped of control characters.

// Returns a text of a model or a tool in the form that is safe within a line of output.
std::string strict(const std::string& text);

// Returns the values of a call's arguments, as far as they fit, with a space before each.
std::string digest_of(const Json& arguments);

// Returns the verb and the subject of a call.
std::string title_of(const channel::Display& display);

// Returns the line of a call that has ended, and the lines below it. `mark` begins the line unless
// the call has failed.
std::string end_of(const channel::Display& display, const std::string& mark = "tool: ");

// Returns the lines that a chat begins with.
std::string greeting_of(const channel::ChatHello& hello);

// Returns the line that a question begins with.
std::string heading_of(const channel::ChatApproval& approval);

}
