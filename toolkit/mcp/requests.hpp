#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// The revisions of the protocol (Era).
constexpr const char* modern_version = "2026-07-28";
inline constexpr std::array legacy_versions {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};

// Names in `_meta`.
constexpr const char* version_key = "io.modelcontextprotocol/protocolVersion";
constexpr const char* capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* client_key = "io.modelcontextprotocol/clientInfo";
constexpr const char* server_key = "io.modelcontextprotocol/serverInfo";

// Likewise, of a result for agentcli: how a call has ended without an answer of its tool.
constexpr const char* end_key = "agentcli/end";

// What a client says to a server. Each is one line with its newline; params that are null are left
// out.
std::string request_line(std::int64_t id, std::string_view method, const Json& params);
std::string notification_line(std::string_view method, const Json& params);

// The parameters of `initialize`, with the latest version of the legacy era.
Json initialize_params(const Json& capabilities);

// Adds to params what every request of the modern era has in `_meta`.
void add_modern_meta(Json& params, const Json& capabilities);

// "NAME VERSION", as a client or a server says it of itself (clientInfo, serverInfo): without
// control characters, at most 100 bytes; empty if it does not say it.
std::string implementation_named_in(const Json& info);

}
