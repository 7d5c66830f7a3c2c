#pragma once

#include "toolkit/process/pipe.hpp"

#include <sys/types.h>

#include <array>

namespace exec::process {

using namespace toolkit;

// Message of the supervisor or the command to the tool, written in one piece.
struct Report {
    enum Kind { failed, ended } kind;
    enum Step {
        to_fork,
        to_confine,
        to_enter,
        to_find,
        to_execute
    } step; // for `failed`, with the errno in `error`
    int error;
    int status; // for `ended`, as in wait(2)
    int killed; // number of processes that outlived the command, or were stopped with it
    std::array<std::array<char, 16>, 16> names {}; // of the first of them; empty where unknown
};

// The ends of pipes that the tool keeps; the supervisor and the command have the other ends.
struct Lines {
    File input; // to the command's stdin
    File output;
    File errors;
    File reports; // Report objects until end of file
    File begun; // reaches end of file when the program runs or could not be started
    // Closing it, also by dying, orders the supervisor to kill everything. For a launched program,
    // a byte is the number of a signal to pass on.
    File orders;
};

// Both ends of all pipes, close-on-exec.
struct Ends {
    Ends(); // throws system_error()

    toolkit::process::Pipe input;
    toolkit::process::Pipe output;
    toolkit::process::Pipe errors;
    toolkit::process::Pipe reports;
    toolkit::process::Pipe begun;
    toolkit::process::Pipe orders;

    // To be called in the supervisor.
    void close_those_of_the_tool();

    // Returns the ends of the tool and closes the others. To be called in the tool.
    Lines take_those_of_the_tool();
};

// Undoes the settings that this process inherited from its parent. All signals get their default
// action and are unblocked, except that SIGHUP and SIGINT stay ignored if they were (nohup, a
// shell's '&'), and SIGPIPE and SIGXFSZ are not changed, since the errors that replace them are
// handled. Sets the umask to 0, so that files get the requested modes. Returns the previous umask.
mode_t forget_inherited();

}
