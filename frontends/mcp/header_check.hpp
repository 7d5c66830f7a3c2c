#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/envelope.hpp"

namespace frontends::mcp {

using namespace toolkit;

// What proxies read of a modern request has to be what it says itself (H8): MCP-Protocol-Version,
// Mcp-Method, if the method has one Mcp-Name, and of a call the parameters that the schema of its
// tool names; `tools` is the list. Throws toolkit::mcp::Malformed, first if `_meta` lacks anything.
void check_headers(const http::HttpHead& head, const toolkit::mcp::Envelope& envelope,
    const Json& params, const Json& tools);

}
