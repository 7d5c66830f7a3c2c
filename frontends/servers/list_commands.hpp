#pragma once

#include "frontends/servers/pin_commands.hpp"
#include "runner/servers/choose_servers.hpp"

namespace frontends::servers {

// `agentcli mcp prompts|resources [SERVER]`: starts the server that is named, or all, and prints
// its prompts, or its resources and their templates. Follows pages, up to 1,000 entries of each
// list. Returns the exit status: 1 if a server can't be started or does not list them. Throws
// NOT_FOUND if no server has the name.
int list_prompts(const VisitSetting& by, const ConfiguredServers& configured);
int list_resources(const VisitSetting& by, const ConfiguredServers& configured);

}
