#pragma once

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace agent::mcp {

using namespace toolkit;

// The roots that a server is told of (C29): those of its entry, or the workspace if it names none;
// null for an empty list.
Json roots_of(const ServerEntry& entry, const std::string& workspace);

}
