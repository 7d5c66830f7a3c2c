#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/system/file.hpp"

#include <string>

namespace exec::background {

using namespace toolkit;

// Messages of a holder to the supervisor.
enum class Notice : char {
    ended, // the command has ended
    told, // a call has received the outcome, so the name is free
};

struct HeldCommand {
    std::string name;
    File control; // a socket to the supervisor
    File call; // connection to the call that starts the command
};

// Runs the process that holds one command. Enters the sandbox, reads the request from the call that
// starts the command, and answers it. Then serves one call after another, whose sockets are
// received from `control`, until one has received the outcome of the command. A byte without a
// descriptor stops the command. When the other end of `control` is closed, stops the command and
// prints a line of JSON to stdout with the fields of an answer that tell how it ended.
[[noreturn]] void hold(Request request, const Workspace& workspace, const HeldCommand& held);

}
