#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/schema.hpp"

#include <memory>
#include <vector>

namespace agent::channel {

// Checks the tools that a host declares. Returns the compiled schema of each tool, in their order:
// null for a tool whose host checks the arguments. Throws BAD_REQUEST or UNSUPPORTED, with the name
// of the tool, if a schema cannot be used, two tools have equal names, or a name contains "__".
std::vector<std::shared_ptr<const json::Schema>> checked_schemas(
    const std::vector<HostTool>& tools, json::PatternCompiler compile);

// Accepts every pattern without compiling it. Compiling even a short pattern can take a second, so
// a process that serves many clients leaves the check of patterns to its workers. A schema that was
// read with this function must not check values: its patterns throw UNSUPPORTED.
json::PatternMatch left_uncompiled(const std::string& pattern);

}
