#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::display {

using namespace toolkit;

// Returns the command of a call that runs a program, given as a program and its arguments in any of
// the forms that models use: "cmd" or "command", as a text or as a list, with "args". A shell with
// -c is shown as its script, other words as a shell would need them. Empty for a line that a shell
// reads, and for a program without arguments.
std::string shown_command(const Json& arguments);

}
