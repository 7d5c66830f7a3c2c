#pragma once

#include "agent/mcp/server_source.hpp"
#include "runner/start/run_config.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace runner::start {

using namespace agent;

// Returns true if --only-tools, --without-tools and the read-only mode allow the tool.
bool is_wanted(const manifest::ToolSelection& wanted, const calls::OfferedTool& tool);

// Returns the tools of the configured MCP servers, filtered by is_wanted(); null if no servers are
// configured. `taken` are the names of all other tools.
std::unique_ptr<agent::mcp::ServerSource> source_of_servers(const RunConfig& config,
    std::set<std::string> taken, const agent::mcp::ServerSource::Dependencies& by);

// Returns the settings that source_of_servers() uses, for callers that adjust them.
agent::mcp::ServerSource::Settings settings_of_servers(
    const RunConfig& config, std::set<std::string> taken);

}
