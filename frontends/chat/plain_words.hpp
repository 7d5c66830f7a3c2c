#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::chat {

using namespace toolkit;

// What the plain front end says of an event, in words.

// A message to the engine, as a line of the channel without its end.
std::string message_line(const Json& fields);

// A word of others in a line of ours.
std::string strict(const std::string& text);

// A text of an event; empty if it is none.
std::string string_at(const Json& event, const char* name);

// The values of a call's arguments, as far as they fit.
std::string digest_of(const Json& event);

// The lines that a chat begins with.
std::string greeting_of(const Json& event);

// The line that a question begins with.
std::string heading_of(const Json& event);

// What the tool of a question can do.
std::string effects_in(const Json& event);

}
