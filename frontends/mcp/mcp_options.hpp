#pragma once

#include <cstddef>
#include <string>

namespace frontends::mcp {

// Flags of `agentcli mcp` and `agentcli mcp config` in addition to those of a run.
struct McpOptions {
    bool with_servers = false; // also offer the tools of the configured servers
    // Offer two search tools instead of many definitions of server tools.
    bool searches_tools = false;
    bool has_no_prompts = false;
    bool has_no_resources = false;
    std::string instructions = {}; // path of a file
    std::size_t max_request_bytes = 0;
    std::string approve_by = {}; // "terminal", "client" or empty
    bool keeps_to_roots = false;
    std::string listen = {}; // address; empty: stdin and stdout
    bool has_no_token = false;
    std::string resource_metadata = {}; // path of a file
};

}
