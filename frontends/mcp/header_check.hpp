#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/envelope.hpp"

namespace frontends::mcp {

using namespace toolkit;

// Checks that the headers of a modern request, which proxies read, agree with the message:
// MCP-Protocol-Version, Mcp-Method, Mcp-Name if the method has a name, and for a call the
// parameters that the schema of its tool maps to headers. `tools` is the tool list. Throws
// toolkit::mcp::Malformed for the first difference, or before that if `_meta` is incomplete.
void check_headers(const http::HttpHead& head, const toolkit::mcp::Envelope& envelope,
    const Json& params, const Json& tools);

}
