#pragma once

#include "pipes.hpp"
#include "program.hpp"
#include "toolkit/process/supervision.hpp"
#include "tools/exec/sandbox/enclosure.hpp"

namespace exec::process {

using namespace toolkit;

// Starts `program` under a supervisor (toolkit/process/supervision.hpp): when the command has
// ended, what it leaves behind has a moment in which it may end by itself. The supervisor kills it,
// also when it is ordered to, and when the tool dies. Then it reports, removes the temporary
// directory, and ends. Returns its process id. For a level without namespaces: there, Init is the
// supervisor.
pid_t start_supervised(const Program& program, const sandbox::Enclosure& enclosure, Lines& lines);

// In the supervisor: starts the program, and stays until nothing of it is left. Reports what comes
// of it.
void run_supervised(const Program& program, const sandbox::Enclosure& enclosure, Ends& ends,
    toolkit::process::Reach reach);

// If a supervisor is gone or late: kills it and what it kept, which is this process's now. At
// Level::namespaces the kernel does.
void kill_abandoned(pid_t supervisor);

void report(const File& reports, const Report& what);

}
