#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/system/file.hpp"

#include <string>

namespace exec::background {

using namespace toolkit;

// What a holder says to the supervisor.
enum class Notice : char {
    ended, // the command has ended
    told, // and a call is told so: the name is free
};

struct HeldCommand {
    std::string name;
    File control; // a socket to the supervisor
    File call; // of the call that starts it
};

// The life of the process that holds one command: it enters the sandbox, reads from the call the
// request that starts the command, and answers it; then it serves one call after another, which
// come as descriptors by `control`, until one is told how the command has ended. A byte alone stops
// the command. When `control` has no other end any more, the command is stopped, and a line of JSON
// is printed to stdout that says how it ended, as an answer does.
[[noreturn]] void hold(Request request, const Workspace& workspace, const HeldCommand& held);

}
