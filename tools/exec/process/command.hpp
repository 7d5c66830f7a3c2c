#pragma once

#include "supervisor.hpp"

namespace exec::process {

using namespace toolkit;

// What the command gets as its descriptors 0, 1 and 2, and where it says why it could not start.
struct Stdio {
    const File& input;
    const File& output;
    const File& errors;
    const File& reports;
};

// Turns this process, a child of `supervisor`, into the program: in a session of its own, without a
// terminal, with every signal at its default (also those that the tool was started to ignore),
// confined. Where a step fails, that is reported, and the process ends.
[[noreturn]] void become_command(const Program& program, const sandbox::Enclosure& enclosure,
    pid_t supervisor, const Stdio& stdio);

}
