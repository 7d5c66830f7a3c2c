#pragma once

#include "agent/trust/trust.hpp"
#include "runner/servers/given_server.hpp"

#include <optional>

namespace runner::servers {

// ./.mcp.json: the servers of a workspace, which anybody may have written.
extern const char* const workspace_file; // ".mcp.json"

// Nothing if there is no such file. What is read are the bytes of one moment; a link is not
// followed out of the directory that it is in. Throws BAD_REQUEST naming what is wrong.
std::optional<GivenServers> read_workspace_servers();

// The directory that a consent is for: the current one, absolute, without links.
std::string real_workspace();

// What the operator says yes to: this very entry in this workspace.
trust::Trusted trusted_server(const GivenServer& server, const std::string& workspace);

}
