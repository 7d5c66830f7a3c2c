#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::display {

using namespace toolkit;

// Returns the command line of a call that runs a program, for display. Accepts the forms that
// models use: "cmd" or "command", as a string or a list, with "args". `sh -c SCRIPT` is shown as
// SCRIPT; other words are quoted for a shell where necessary. Returns an empty string if the
// command is a string without "args", or if its words are not strings.
std::string shown_command(const Json& arguments);

}
