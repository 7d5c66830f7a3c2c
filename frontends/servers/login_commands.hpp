#pragma once

#include "agent/mcp/server_entry.hpp"
#include "frontends/servers/pin_commands.hpp"

#include <string>

namespace frontends::servers {

// Run `agentcli mcp login` and `mcp logout`. Return the exit status, which is 1 if there is nothing
// to sign out of. A sign-in that fails throws.
int log_in(const VisitSetting& by, const agent::mcp::ServerEntry& entry);
int log_out(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// Signs in during another command, by a dialogue on the terminal. Throws the errors of log_in().
void log_in_beside_output(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// Runs `agentcli mcp client-metadata URL`: prints the metadata document of a client whose id is the
// URL. Throws BAD_REQUEST unless it is an https URL with a path.
int print_client_metadata(const std::string& url);

}
