#pragma once

#include "toolkit/system/file.hpp"

namespace frontends::chat {

using namespace toolkit;

// From now on SIGINT ends nothing: run_plain_screen() hears of it.
void on_interrupts();

// Speaks with the engine over the socket, and with the operator on a terminal in the modes that it
// has: lines come by the terminal's own editing. Returns the exit status when the engine is gone:
// 0, or 130 if the operator has left by Ctrl-C.
int run_plain_screen(const File& socket, int in, int out);

}
