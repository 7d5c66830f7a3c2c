#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>
#include <termios.h>

namespace frontends::screen {

using namespace toolkit;

// A running screen, as the engine sees it.
struct Started {
    pid_t process;
    File socket; // non-blocking; the engine's end of the pair
    termios at_start; // the terminal's modes: terminal_modes.hpp restores them
};

// Forks the screen for the terminal that is stdout. Must be called first of all, before an option,
// a variable or a file is read, and before there is a thread. The child overwrites the environment
// and the arguments (`argv`, unless it is null), opens the terminal again, closes every other
// descriptor, and confines itself; then it runs until the socket ends. It does not touch the
// terminal before the first message of the engine. Returns only in the parent, when all of this is
// done. Throws IO_ERROR or SANDBOX_UNAVAILABLE naming the step that failed.
Started start(char** argv = nullptr);

// Runs the screen in a process that was already forked, with its end of the pair. The first line on
// the pair is empty if everything is done, or contains the error. `argv` may contain secrets, too:
// it is overwritten except for the name. Never returns.
[[noreturn]] void be_the_screen(int socket, const termios& at_start, char** argv);

// Confines this process to its open descriptors, memory and the clock: no open, no socket, no exec,
// no fork, no signals, and of ioctl only the modes and the size of a terminal. All other system
// calls fail with EPERM. Throws SANDBOX_UNAVAILABLE.
void lock_in();

}
