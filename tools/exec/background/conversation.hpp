#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/json/json_fwd.hpp"

namespace exec::background {

using namespace toolkit;

// What a call of exec asks of the supervisor of its run, which descriptor 3 leads to.

// Does the request speak of commands in the background?
bool is_asked_for(const Request& request);

// Throws BAD_REQUEST for fields that mean nothing together, and UNSUPPORTED if there is no
// supervisor: the hint is the same request without `background`.
void check(const Request& request);

// Has it done. Throws what keeps the command from starting, NOT_FOUND for a name that no command
// has, ALREADY_EXISTS for one that is taken, TOO_LARGE if there are 16, and INTERNAL if a process
// that holds a command is gone.
Json ask(const Request& request);

// Adds the names of the commands that run, `running`, and of those that have ended and of which no
// call has been told so yet, `ended`, if there are any.
void add_running(Json& answer);

}
