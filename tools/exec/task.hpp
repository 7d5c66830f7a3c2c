#pragma once

#include "request.hpp"
#include "tools/exec/process/run.hpp"

namespace exec {

using namespace toolkit;

// Returns the task that a request describes. Throws what find_program(), with_request() and
// Workspace::open_directory() throw, BAD_REQUEST if there is no command or an argument contains a
// NUL, and TOO_LARGE for a name, an argument or a variable that is longer than execve(2) accepts.
process::Task task_of(const Request& request, const Workspace& workspace);

// Returns how long the request lets its command run, or waits for a command in the background.
std::chrono::milliseconds limit_of(const Request& request);

}
