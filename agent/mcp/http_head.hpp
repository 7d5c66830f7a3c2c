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

// What of a message stands in the head of its HTTP request.

// The fields of those parameters that have a value in these arguments. Throws BAD_REQUEST for a
// number beyond 2^53.
HttpFields fields_of(
    const std::vector<toolkit::mcp::HeaderParameter>& parameters, const Json& arguments);

// Where messages go, as the event `endpoint` of a server names it (a URL, or a path): path and
// query. Nothing if it is not of the same origin as `base`, or is no address.
std::optional<std::string> place_of_messages(const web::Url& base, std::string_view given);

}
