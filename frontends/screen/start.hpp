#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>
#include <termios.h>

namespace frontends::screen {

using namespace toolkit;

// What the engine has of a screen that runs.
struct Started {
    pid_t process;
    File socket; // non-blocking; its end of the pair
    termios at_start; // the terminal's modes: terminal_modes.hpp restores them
};

// Forks the screen of the terminal that stdout is. To be called first of all, before an option, a
// variable or a file is read, and before there is a thread: the child overwrites the environment
// and the arguments (`argv`, unless it is null), opens the terminal anew, closes every other
// descriptor, and locks itself in; then it runs until the socket ends. It leaves the terminal alone
// until the engine has spoken. Returns in the parent only, when all of that is done. Throws
// IO_ERROR or SANDBOX_UNAVAILABLE naming the step that failed.
Started start(char** argv = nullptr);

// The same in a process that was forked already, with its end of the pair, on which the
// first newline tells that all is done (an empty line), or why not. Secrets may be in `argv` too:
// it is overwritten but for the name. Never returns.
[[noreturn]] void be_the_screen(int socket, const termios& at_start, char** argv);

// From here on this process has its open descriptors, memory and the clock: no open, no socket, no
// exec, no fork, no signal to anybody, and of ioctl the modes and the size of a terminal. Whatever
// else is asked of the kernel fails with EPERM. Throws SANDBOX_UNAVAILABLE.
void lock_in();

}
