#pragma once

#include "frontends/servers/pin_commands.hpp"
#include "runner/servers/choose_servers.hpp"

namespace frontends::servers {

// Run `agentcli mcp prompts|resources [SERVER]`: start the named server or all servers, and print
// their prompts, or their resources and resource templates, up to 1,000 entries of each list.
// Return the exit status: 1 if a server can't be started or its list can't be read. Throw NOT_FOUND
// if no server has the name.
int list_prompts(const VisitSetting& by, const ConfiguredServers& configured);
int list_resources(const VisitSetting& by, const ConfiguredServers& configured);

}
