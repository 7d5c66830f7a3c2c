#pragma once

#include "tools/exec/request.hpp"

#include "toolkit/tool/tool.hpp"

namespace exec::launch {

using namespace toolkit;

// Is there a command on the command line, after `--`?
bool is_asked_for(int argc, char** argv);

// The life of `exec FLAGS -- COMMAND ARG…`: the command runs in the sandbox of the flags, in the
// current directory, with the stdin, stdout and stderr of this process, until it ends; then nothing
// of it is left. It gets SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2 as this process
// does, and is killed with all that it started if this process or its parent dies. Returns its
// status, 128 and the number of the signal if one ended it; that of the contract if it could not be
// run, after the error on stderr. --report is told about either in one line, once.
int live(const tool::Tool<Request>& tool, int argc, char** argv);

}
