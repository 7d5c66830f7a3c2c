#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/schema.hpp"

#include <memory>
#include <vector>

namespace agent::channel {

// Checks the tools that a host declares. Returns their compiled schemas in the same order, with
// null for a tool whose host checks the arguments. Throws BAD_REQUEST or UNSUPPORTED naming the
// tool if a schema cannot be used, two tools have the same name, or a name contains "__".
std::vector<std::shared_ptr<const json::Schema>> checked_schemas(
    const std::vector<HostTool>& tools, json::PatternCompiler compile);

// Accepts any pattern without compiling it. Compiling even a short pattern can take a second, so a
// process that serves many clients leaves this to its workers. A schema read with this function
// cannot check values: its patterns throw UNSUPPORTED.
json::PatternMatch left_uncompiled(const std::string& pattern);

}
