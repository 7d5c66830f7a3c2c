#pragma once

#include "agent/mcp/server_entry.hpp"

#include <string>
#include <vector>

namespace runner::servers {

// The values of an entry that no output may contain: of variables and headers that are named like
// secrets, and the passwords in its URL. Beside those that redaction knows from the environment.
std::vector<std::string> secrets_of(const agent::mcp::ServerEntry& entry);

}
