#pragma once

#include "frontends/test/scratch.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace frontends::test {

// Runs agentcli in the workspace of a test, in a session of its own: it has no terminal, so nobody
// is asked. stdout goes to `events` and stderr to `notes` of the scratch. Its exit status; 128 + N
// after signal N. Throws INTERNAL "interrupted" once it has ended, if a signal has come for this
// process, and what system_error() makes of a failure.
int run_agentcli(std::vector<std::string> arguments, std::vector<std::string> environment,
    const Scratch& scratch, toolkit::system::Cancel& cancel);

}
