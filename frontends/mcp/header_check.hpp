#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/envelope.hpp"

namespace frontends::mcp {

using namespace toolkit;

// Checks that the header fields that proxies read agree with a modern request:
// MCP-Protocol-Version, Mcp-Method, Mcp-Name if the method has a name, and for a call the
// parameters that the schema of its tool names. `tools` is the list of tools. Throws
// toolkit::mcp::Malformed; a missing member of `_meta` is reported first.
void check_headers(const http::HttpHead& head, const toolkit::mcp::Envelope& envelope,
    const Json& params, const Json& tools);

}
