#pragma once

#include "agent/loop/run_result.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <exception>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Returns the stop for a turn that ended with an error. The reason is the time limit or an
// interruption if `cancel` has been triggered, stdout_closed if stdout has no reader, timed_out for
// TIMED_OUT, and otherwise `usual`. `limit` is the time limit of the turn, for the message.
loop::Stop stop_of(const ToolError& error, loop::Reason usual, std::chrono::milliseconds limit,
    system::Cancel& cancel);

// Return the stop, or the error to report, for an exception of a library, such as std::bad_alloc.
loop::Stop stop_of(const std::exception& error);
ToolError report_of(const std::exception& error);

// Returns the exit status for the stop. For an interruption this is 128 plus the number of the
// signal; SIGINT if a client has interrupted the turn.
int status_of(const loop::Stop& stop, const system::Cancel& cancel);

}
