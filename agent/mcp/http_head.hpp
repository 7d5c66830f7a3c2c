#pragma once

#include "agent/mcp/wire.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/web/url.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// HTTP header fields of requests to a server.

// Returns the header fields of the parameters that have a value in `arguments`. Throws BAD_REQUEST
// for a number whose magnitude is over 2^53.
HttpFields fields_of(
    const std::vector<toolkit::mcp::HeaderParameter>& parameters, const Json& arguments);

// Returns the path and query to which messages are posted, from the URL or path that the server
// sends in its `endpoint` event. Returns nullopt if it is not a valid address or has another origin
// than `base`.
std::optional<std::string> place_of_messages(const web::Url& base, std::string_view given);

}
