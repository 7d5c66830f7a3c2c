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

// Adds the tools of other servers to the list for tools/list, unless a tool of that name is already
// in it. Annotations come from the operator's configuration, not from the server. Redacted if
// `redaction` is not null.
void list_tools_of_servers(Json& list, const std::vector<const calls::OfferedTool*>& tools,
    const redaction::Redaction* redaction);

// Returns the servers without those that are agentcli itself, each of which would start the other
// servers again. `note` receives a message about each of these.
std::vector<agent::mcp::ServerEntry> servers_of_others(std::vector<agent::mcp::ServerEntry> servers,
    const std::function<void(std::string_view text)>& note);

}
