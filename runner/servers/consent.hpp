#pragma once

#include "runner/servers/fields.hpp"
#include "runner/servers/given_server.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// `agentcli trust .mcp.json`: shows each server of ./.mcp.json that is not trusted as it is, and
// trusts it after a yes. If its entry names a path in the workspace, also asks what it may do
// there. Answers the exit status: 1 if one of them is not trusted in the end.
// Throws BAD_REQUEST if there is no terminal, no such file, or it is malformed.
int trust_workspace_servers(system::Cancel& cancel);

// Ends the trust in all servers of this workspace. Answers whether one was trusted.
bool end_trust_in_workspace_servers();

// What is shown of a server: all that the file says, as JSON in printable ASCII, in rows of their
// own (Rows), so that no text in it can look like another line; which program it starts, which
// variables it gets, and its sandbox.
std::vector<std::string> server_rows(
    const GivenServer& server, const Surroundings& surroundings, const terminal::Look& look);

}
