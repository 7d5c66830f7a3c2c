#pragma once

#include <array>

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

}
