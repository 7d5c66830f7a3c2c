#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// Adds tools of other servers to what tools/list has, if no tool has the name before (B11). The
// hints are the operator's word. Redacted, if `redaction` is not null.
void list_tools_of_servers(Json& list, const std::vector<const calls::OfferedTool*>& tools,
    const redaction::Redaction* redaction);

// Without those that are agentcli itself: each would start the others again. `note` hears of them.
std::vector<agent::mcp::ServerEntry> servers_of_others(std::vector<agent::mcp::ServerEntry> servers,
    const std::function<void(std::string_view text)>& note);

}
