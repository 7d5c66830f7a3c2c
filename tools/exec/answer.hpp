#pragma once

#include "request.hpp"

#include "toolkit/tool/tool.hpp"

namespace exec {

using namespace toolkit;

// Locks this process in as the operator's flags have it.
void prepare(Request& request, const Workspace& workspace);

// What commands can do with these flags, as `effects` of the contract has it.
tool::Answer effects_of_flags(const Request& flags);

// Runs the command of the request; what came of it, as the contract has it.
tool::Answer execute(const Request& request, const Workspace& workspace);

}
