#pragma once

#include "agent/loop/run_result.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <exception>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Why a turn has ended that an error has ended: the cause, if it was cancelled, or nobody reads
// stdout; else `usual`. `limit` is that of its time.
loop::Stop stop_of(const ToolError& error, loop::Reason usual, std::chrono::milliseconds limit,
    system::Cancel& cancel);

// Returns the stop for an exception of a library, such as std::bad_alloc, and the error to report.
loop::Stop stop_of(const std::exception& error);
ToolError report_of(const std::exception& error);

// The exit status that says so; of an interruption 128 and the signal, which is SIGINT if a client
// has interrupted.
int status_of(const loop::Stop& stop, const system::Cancel& cancel);

}
