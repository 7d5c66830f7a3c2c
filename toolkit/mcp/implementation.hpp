#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace toolkit::mcp {

// "NAME VERSION", as a client or a server says it of itself (clientInfo, serverInfo): without
// control characters, at most 100 bytes; empty if it does not say it.
std::string implementation_named_in(const Json& info);

}
