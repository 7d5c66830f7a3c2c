#pragma once

#include "toolkit/process/pipe.hpp"

#include <sys/types.h>

#include <array>

namespace exec::process {

using namespace toolkit;

// What the supervisor and the command tell the tool, each in one piece.
struct Report {
    enum Kind { failed, ended } kind;
    enum Step {
        to_fork,
        to_confine,
        to_enter,
        to_find,
        to_execute
    } step; // of `failed`, with the errno
    int error;
    int status; // of `ended`, as wait(2) has it
    int killed; // processes that had outlived the command, or were stopped with it
    std::array<std::array<char, 16>, 16> names {}; // of the first of them, empty where not known
};

// The ends of pipes that the tool keeps; the supervisor and the command have the others.
struct Lines {
    File input; // to the command's stdin
    File output;
    File errors;
    File reports; // Report after Report, then the end
    File begun; // its end comes when the program runs, or has failed to
    // Closing it, as by dying, orders the supervisor to kill everything. A byte, if the program is
    // launched, is the number of a signal for it.
    File orders;
};

// Both ends of all of them, closed on execution.
struct Ends {
    Ends(); // throws what system_error() makes of a failure

    toolkit::process::Pipe input;
    toolkit::process::Pipe output;
    toolkit::process::Pipe errors;
    toolkit::process::Pipe reports;
    toolkit::process::Pipe begun;
    toolkit::process::Pipe orders;

    // In the supervisor.
    void close_those_of_the_tool();

    // In the tool; the others are closed.
    Lines take_those_of_the_tool();
};

// Undoes what this process has from whoever started it, so that nothing here depends on it: every
// signal has its default action and none is blocked, but SIGHUP and SIGINT stay ignored if they
// were (nohup, a shell's '&'), and so do SIGPIPE and SIGXFSZ, whose errors are handled; files are
// made with the modes that are asked for. Returns the umask of before.
mode_t forget_inherited();

}
