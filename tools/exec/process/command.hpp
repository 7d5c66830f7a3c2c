#pragma once

#include "supervisor.hpp"

namespace exec::process {

using namespace toolkit;

// The descriptors 0, 1 and 2 of the command, and the pipe on which a failure to start is reported.
struct Stdio {
    const File& input;
    const File& output;
    const File& errors;
    const File& reports;
};

// Replaces this process, a child of `supervisor`, by the program. The program runs confined, in a
// session of its own without a terminal, and with the default action for every signal, including
// signals that the tool was started to ignore. If a step fails, reports it to `stdio.reports` and
// exits.
[[noreturn]] void become_command(const Program& program, const sandbox::Enclosure& enclosure,
    pid_t supervisor, const Stdio& stdio);

}
