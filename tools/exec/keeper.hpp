#pragma once

#include "enclosure.hpp"

#include <string>
#include <vector>

// A program, ready to be run.
struct Program {
    std::string path; // relative to `directory`, or absolute
    std::vector<std::string> arguments; // the name first
    std::vector<std::string> environment; // NAME=value
    File directory;
};

// What the keeper and the command tell the tool, each in one piece.
struct Report {
    enum Kind { failed, ended } kind;
    enum Step { to_fork, to_confine, to_enter, to_execute } step; // of `failed`, with the errno
    int error;
    int status; // of `ended`, as wait(2) has it
    int killed; // processes that had outlived the command, or were stopped with it
};

// The ends of pipes that the tool keeps; the keeper and the command have the others.
struct Lines {
    File input; // to the command's stdin
    File output;
    File errors;
    File reports; // Report after Report, then the end
    File orders; // closing it, as by dying, orders the keeper to kill everything
};

// Starts `program` under a keeper: a process between it and the tool, which adopts whatever the command
// leaves behind and kills it when the command has ended (after a moment in which it may end by itself), when
// it is ordered to, and when the tool dies. Then it reports, removes the temporary directory, and ends.
// Returns the keeper's process id.
pid_t start_kept(const Program& program, const Enclosure& enclosure, Lines& lines);
