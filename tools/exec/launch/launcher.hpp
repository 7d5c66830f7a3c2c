#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/tool/tool.hpp"

namespace exec::launch {

using namespace toolkit;

// Returns true if the command line contains `--`, which precedes a command.
bool is_asked_for(int argc, char** argv);

// Runs `exec FLAGS -- COMMAND ARG…`: runs the command in the sandbox that the flags describe, in
// the current directory, with stdin, stdout and stderr of this process, until no process of it is
// left. SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2 are passed on to the command. If this
// process or its parent dies, the command is killed with all processes that it started.
// Exits with the status of the command, or 128 plus the number of the signal that ended it. If the
// command could not be run, prints the error to stderr and returns the exit code of the contract.
// In both cases one line is written to the descriptor of --report: the sandbox or the error.
int live(const tool::Tool<Request>& tool, int argc, char** argv);

}
