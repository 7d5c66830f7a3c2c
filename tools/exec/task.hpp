#pragma once

#include "request.hpp"
#include "tools/exec/process/run.hpp"

namespace exec {

using namespace toolkit;

// What a request asks for, ready to be run. Throws what find_program(), with_request() and
// Workspace::open_directory() do, BAD_REQUEST for an argument with a NUL, and
// TOO_LARGE for a name or a variable that no program can be given.
process::Task task_of(const Request& request, const Workspace& workspace);

// How long the request lets its command run, or waits for one.
std::chrono::milliseconds limit_of(const Request& request);

}
