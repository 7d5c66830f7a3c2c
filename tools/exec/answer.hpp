#pragma once

#include "request.hpp"
#include "tools/exec/process/run.hpp"

#include "toolkit/tool/tool.hpp"

namespace exec {

using namespace toolkit;

// Locks this process in as the operator's flags have it; or makes it the supervisor of a run, which
// never returns.
void prepare(Request& request, const Workspace& workspace);

// The first alone: what it needs to run a command is in `request` then.
void lock_in(Request& request, const Workspace& workspace);

// What the request asks to be run. Throws what task_of() does, with the line that is meant in the
// hint.
process::Task task_or_hint(const Request& request, const Workspace& workspace);

// What commands can do with these flags, as `effects` of the contract has it.
tool::Answer effects_of_flags(const Request& flags);

// Runs the command of the request; what came of it, as the contract has it.
tool::Answer execute(const Request& request, const Workspace& workspace);

}
