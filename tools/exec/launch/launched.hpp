#pragma once

#include "tools/exec/process/pipes.hpp"
#include "tools/exec/process/supervisor.hpp"
#include "tools/exec/request.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace exec::launch {

using namespace toolkit;

// A command that has the streams of this process.
class Launched {
public:
    // Locks this process in, as lock_in() does, and starts the command in the current directory.
    // Throws what lock_in() and find_program() do, and NOT_FOUND if the directory is gone.
    Launched(Request& request, const Workspace& workspace, const std::vector<std::string>& command);

    // Until the program runs. False if it can't: await_end() throws why. Closes the stdin and
    // stdout of this process, which are the command's then.
    bool await_start();

    // The line of --report.
    std::string sandbox() const;

    // Until nothing of the command is left: its status, as a shell has it. Throws what keeps it
    // from running, and INTERNAL if somebody killed the supervisor.
    int await_end();

private:
    void step();
    void hear();
    void pass_signal();
    bool is_late() const;

    Request& request;
    process::Program program;
    bool is_program_hidden = false;
    File parent; // its end can be polled
    File signals;
    process::Lines lines;
    pid_t supervisor = -1;
    std::optional<process::Report> failure;
    std::optional<process::Report> end;
    std::optional<std::chrono::steady_clock::time_point> ordered; // to end
};

}
