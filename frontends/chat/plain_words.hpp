#pragma once

#include "agent/channel/screen_events.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// The words of the plain front end for events. Texts of others are on one line, cut, and without
// what steers a terminal.

// Returns a text of others for a line of ours.
std::string strict(const std::string& text);

// Returns the values of a call's arguments, as far as they fit, with a space before each.
std::string digest_of(const Json& arguments);

// Returns the lines that a chat begins with.
std::string greeting_of(const channel::ChatHello& hello);

// Returns the line that a question begins with.
std::string heading_of(const channel::ChatApproval& approval);

}
