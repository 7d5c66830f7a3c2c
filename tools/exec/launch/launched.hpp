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

// A command that uses the streams of this process.
class Launched {
public:
    // Enters the sandbox as lock_in() does, and starts the command in the current directory. Throws
    // what lock_in() and find_program() throw, and NOT_FOUND if the current directory no longer
    // exists. `request` must outlive this object.
    Launched(Request& request, const Workspace& workspace, const std::vector<std::string>& command);

    // Waits until the program runs. Returns false if it could not be started; await_end() then
    // throws the reason. Closes stdin and stdout of this process, which belong to the command from
    // then on.
    bool await_start();

    // Returns the line for --report: the field `sandbox` as JSON.
    std::string sandbox() const;

    // Waits until no process of the command is left. Returns its exit status by the convention of
    // shells: 128 plus the signal number if a signal ended it. Throws the reason why it could not
    // be started, and INTERNAL if its supervisor was killed.
    int await_end();

private:
    void step();
    void hear();
    void pass_signal();
    bool is_late() const;

    Request& request;
    process::Program program;
    bool is_program_hidden = false;
    File parent; // pidfd, readable when the parent has ended
    File signals;
    process::Lines lines;
    pid_t supervisor = -1;
    std::optional<process::Report> failure;
    std::optional<process::Report> end;
    // when the supervisor was ordered to end the command
    std::optional<std::chrono::steady_clock::time_point> ordered;
};

}
