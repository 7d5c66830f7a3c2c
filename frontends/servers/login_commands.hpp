#pragma once

#include "agent/mcp/server_entry.hpp"
#include "frontends/servers/pin_commands.hpp"

#include <string>

namespace frontends::servers {

// `agentcli mcp login` and `mcp logout`. Return the exit status: 1 if the sign-in fails or there is
// nothing to sign out of.
int log_in(const VisitSetting& by, const agent::mcp::ServerEntry& entry);
int log_out(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// `agentcli mcp client-metadata URL`: prints the document for a client whose id is that URL. Throws
// BAD_REQUEST unless it is an https URL with a path.
int print_client_metadata(const std::string& url);

}
