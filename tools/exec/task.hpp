#pragma once

#include "request.hpp"
#include "run.hpp"

// What a request asks for, ready to be run. Throws what find_program(), with_request() and
// Workspace::open_directory() do, and BAD_REQUEST for an argument with a NUL.
Task task_of(const Request& request, const Workspace& workspace);
