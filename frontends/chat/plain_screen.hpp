#pragma once

#include "toolkit/system/file.hpp"

namespace frontends::chat {

using namespace toolkit;

// Handles SIGINT from now on, so that run_plain_screen() receives interrupts.
void on_interrupts();

// Runs the plain front: exchanges messages with the engine over the socket, and with the operator
// on a terminal, whose modes and line editing are not changed. Returns the exit status when the
// engine has disconnected: 0, or 130 if the operator has left with Ctrl-C.
int run_plain_screen(const File& socket, int in, int out);

}
