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

// True if --only-tools, --without-tools and a read-only run leave the tool.
bool is_wanted(const manifest::ToolSelection& wanted, const calls::OfferedTool& tool);

// The tools of the MCP servers that are configured, as far as --only-tools and --without-tools
// leave them; null if there are none. `taken` are the names of all other tools.
std::unique_ptr<agent::mcp::ServerSource> source_of_servers(const RunConfig& config,
    std::set<std::string> taken, const agent::mcp::ServerSource::Dependencies& by);

// The same settings, for a source that needs others, too.
agent::mcp::ServerSource::Settings settings_of_servers(
    const RunConfig& config, std::set<std::string> taken);

}
