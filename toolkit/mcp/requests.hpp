#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// What a client says to a server. Each is one line with its newline; params that are null are left
// out.
std::string request_line(std::int64_t id, std::string_view method, const Json& params);
std::string notification_line(std::string_view method, const Json& params);

// The parameters of `initialize`, with the latest version of the legacy era.
Json initialize_params(const Json& capabilities);

// Adds to params what every request of the modern era has in `_meta`.
void add_modern_meta(Json& params, const Json& capabilities);

}
