#pragma once

#include <cstddef>
#include <string>

namespace frontends::mcp {

// The flags of `agentcli mcp` and `agentcli mcp config`, in addition to those of a run.
struct McpOptions {
    bool with_servers = false; // also offers the tools of the configured servers
    bool searches_tools = false; // offers two tools in place of the definitions of servers
    bool has_no_prompts = false;
    bool has_no_resources = false;
    std::string instructions = {}; // a file
    std::size_t max_request_bytes = 0;
    std::string approve_by = {}; // "terminal", "client" or empty
    bool keeps_to_roots = false;
    std::string listen = {}; // an address; empty: stdin and stdout
    bool has_no_token = false;
    std::string resource_metadata = {}; // a file
};

}
