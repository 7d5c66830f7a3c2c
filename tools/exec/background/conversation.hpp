#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/json/json_fwd.hpp"

namespace exec::background {

using namespace toolkit;

// Requests of a call of exec to the supervisor of its run, which is connected to descriptor 3.

// Returns true if the request concerns commands in the background.
bool is_asked_for(const Request& request);

// Throws BAD_REQUEST for fields that cannot be combined, and UNSUPPORTED if there is no supervisor;
// the hint of the latter is the same request without `background`.
void check(const Request& request);

// Performs the request and returns the answer of the process that holds the command, or the lists
// of names for `list`. Throws the reason why a command cannot be started, NOT_FOUND if no command
// has the name, ALREADY_EXISTS if the name is taken, TOO_LARGE if there are 16 commands already,
// and INTERNAL if the process that holds the command is gone.
Json ask(const Request& request);

// Adds `running`, the names of the commands that run, and `ended`, the names of those that ended
// and whose outcome no call has returned yet. Omits an empty list. Adds nothing if the supervisor
// is gone.
void add_running(Json& answer);

}
