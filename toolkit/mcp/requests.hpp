#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// The revisions of the protocol; see Era.
constexpr const char* modern_version = "2026-07-28";
inline constexpr std::array legacy_versions {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

// Names of members of `_meta`.
constexpr const char* version_key = "io.modelcontextprotocol/protocolVersion";
constexpr const char* capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* client_key = "io.modelcontextprotocol/clientInfo";
constexpr const char* server_key = "io.modelcontextprotocol/serverInfo";

// Member of `_meta` in a result for agentcli with the reason why a call ended without an answer of
// its tool.
constexpr const char* end_key = "agentcli/end";

// Return a message of a client to a server: one line with its newline. Params that are null are
// left out.
std::string request_line(std::int64_t id, std::string_view method, const Json& params);
std::string notification_line(std::string_view method, const Json& params);

// Returns the parameters of `initialize`, with the latest version of the legacy era.
Json initialize_params(const Json& capabilities);

// Adds to `params` the `_meta` members that every request of the modern era has.
void add_modern_meta(Json& params, const Json& capabilities);

// Returns "NAME VERSION" of a client or server, as it states them (clientInfo, serverInfo), without
// control characters and at most 100 bytes long; empty if it does not state them.
std::string implementation_named_in(const Json& info);

}
