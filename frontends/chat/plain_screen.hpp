#pragma once

#include "toolkit/system/file.hpp"

namespace frontends::chat {

using namespace toolkit;

// Installs a handler for SIGINT, so that the signal no longer ends the process; run_plain_screen()
// handles it.
void on_interrupts();

// Exchanges messages with the engine over the socket, and lines with the operator on a terminal,
// whose modes it does not change: the terminal edits the lines. Returns the exit status when the
// engine has exited: 0, or 130 if the operator has ended the chat with Ctrl-C.
int run_plain_screen(const File& socket, int in, int out);

}
