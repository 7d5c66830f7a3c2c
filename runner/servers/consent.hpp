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

// Runs `agentcli trust .mcp.json`: shows each server of ./.mcp.json that is not trusted in its
// present form, and asks whether to trust it. If its entry names a path in the workspace, also asks
// for the access to it. Returns the exit status: 1 if one of the servers is not trusted in the end.
// Throws BAD_REQUEST if there is no terminal or the file is malformed, and NOT_FOUND if it is
// missing.
int trust_workspace_servers(system::Cancel& cancel);

// Ends the trust in all servers of this workspace. Returns false if no server was trusted.
bool end_trust_in_workspace_servers();

// Returns the rows that show a server: everything in the file, as JSON in printable ASCII and in
// rows of its own (Rows), so that no text in it can look like another line; which program it
// starts, which variables it gets, and its sandbox.
std::vector<std::string> server_rows(const GivenServer& server,
    const ServerFileContext& surroundings, const terminal::TerminalStyle& look);

}
