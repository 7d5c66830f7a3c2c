#pragma once

#include "pipes.hpp"
#include "tools/exec/output/capture.hpp"
#include "tools/exec/sandbox/landlock_rules.hpp"

#include "toolkit/system/error.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace exec::process {

struct Task {
    Program program;
    std::string input;
    std::chrono::milliseconds limit;
};

struct Outcome {
    int status; // as wait(2) has it
    bool timed_out;
    int killed; // how many processes the command left running, or were stopped with it
    std::vector<std::string> names; // of those whose names are known, some 16 at most
    std::chrono::milliseconds duration;
};

struct Streams {
    output::Capture output;
    output::Capture errors;
    bool is_live = false; // both are copied to the stderr of this process as they arrive
};

// How a program that was found still could not be run, by the name that the request has for it.
ToolError cannot_run(const Report& report, const std::string& name);

Outcome outcome_of(const Report& end, std::chrono::milliseconds duration);

// Runs the program to its end, feeding it the input and filling `streams`; when the limit has
// passed, it is killed with all that it started. Nothing of it is running when this returns or
// throws. Throws what keeps the program from starting (SANDBOX_UNAVAILABLE, NOT_FOUND,
// PERMISSION_DENIED, UNSUPPORTED, …), TIMED_OUT when this process was told to end (SIGTERM, SIGINT,
// SIGHUP), and INTERNAL when somebody killed the supervisor.
Outcome run(const Task& task, const sandbox::Enclosed& enclosed, Streams& streams);

}
