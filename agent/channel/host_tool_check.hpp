#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/schema.hpp"

#include <memory>
#include <vector>

namespace agent::channel {

// Returns the compiled schema of each tool that a host declares, or null for a tool whose host
// checks the arguments. Throws BAD_REQUEST or UNSUPPORTED, with the name of the tool, if a schema
// cannot be used, two tools have the same name, or a name has two underscores in a row.
std::vector<std::shared_ptr<const json::Schema>> checked_schemas(
    const std::vector<HostTool>& tools, json::PatternCompiler compile);

// Accepts every pattern without compiling it, since a short one can take a second: for a process
// that serves many clients and leaves patterns to another one. A schema that was read with this
// can be examined, but checks no values: its patterns throw UNSUPPORTED.
json::PatternMatch left_uncompiled(const std::string& pattern);

}
