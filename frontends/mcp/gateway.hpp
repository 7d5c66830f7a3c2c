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

// Adds tools of other servers to the list for tools/list, except for names that the list already
// has. The hints are those that the operator has set. Redacts the definitions unless `redaction` is
// null.
void list_tools_of_servers(Json& list, const std::vector<const calls::OfferedTool*>& tools,
    const redaction::Redaction* redaction);

// Returns the servers without those that are agentcli itself, since each would start the others
// again. Reports each omitted server to `note`.
std::vector<agent::mcp::ServerEntry> servers_of_others(std::vector<agent::mcp::ServerEntry> servers,
    const std::function<void(std::string_view text)>& note);

}
