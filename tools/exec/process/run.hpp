#pragma once

#include "pipes.hpp"
#include "tools/exec/output/capture.hpp"
#include "tools/exec/sandbox/landlock_rules.hpp"

#include "toolkit/system/error.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace exec::process {

// A program to run, its input, and its time limit.
struct Task {
    Program program;
    std::string input;
    std::chrono::milliseconds limit;
};

struct Outcome {
    int status; // as in wait(2)
    bool timed_out;
    int killed; // number of processes that the command left running, or that were stopped with it
    std::vector<std::string> names; // names of those whose names are known, at most 16
    std::chrono::milliseconds duration;
};

struct Streams {
    output::Capture output;
    output::Capture errors;
    bool is_live = false; // copy both to stderr of this process as they arrive
};

// Returns the error for a program that was found but could not be run. `name` is its name in the
// request.
ToolError cannot_run(const Report& report, const std::string& name);

// Returns the outcome that `end`, a report of kind `ended`, describes; without a timeout.
Outcome outcome_of(const Report& end, std::chrono::milliseconds duration);

// Runs the program until it ends, writes the input to its stdin, and fills `streams`. When the time
// limit has passed, kills it with all processes that it started. No process of it is left when this
// function returns or throws.
// Throws the reason why the program could not be started (SANDBOX_UNAVAILABLE, NOT_FOUND,
// PERMISSION_DENIED, UNSUPPORTED, …), TIMED_OUT if this process is asked to end by SIGTERM, SIGINT
// or SIGHUP, and INTERNAL if the supervisor was killed.
Outcome run(const Task& task, const sandbox::Enclosed& enclosed, Streams& streams);

}
