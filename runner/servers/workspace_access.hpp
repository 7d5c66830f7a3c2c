#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/trust/trust.hpp"
#include "runner/servers/given_server.hpp"
#include "runner/servers/server_sandbox.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;

// May a server that has the network see the workspace? If its entry names a path there and does not
// say, the operator is asked once, and the answer is kept in trust.json for this entry in this
// workspace.

// Returns the trust entry of a server in this workspace, with the hash of its configuration and
// without an answer. `workspace` is absolute, without links.
trust::Trusted trusted_server(const GivenServer& server, const std::string& workspace);

// Returns the directory that this server alone can change, `agentcli/mcp/NAME-HASH` of
// $XDG_CACHE_HOME or ~/.cache: the same for every version of an entry, and another one for an entry
// of this name in another file. Empty if there is no place for it.
std::string cache_of(const GivenServer& server, const std::string& workspace);

// Returns the paths in the workspace, as they are written, that the entry of a server names and
// that its sandbox hides, unless the sandbox says what the server sees of the workspace. If there
// are any, the operator has to be asked.
std::vector<std::string> paths_in_question(const GivenServer& server, const ServerSandbox& sandbox,
    const agent::mcp::ServerEntry& entry, const Surroundings& surroundings);

// Asks on the terminal until the answer is r(ead), w(rite) or n(either). Returns nullopt at the end
// of input. Throws INTERNAL "interrupted".
std::optional<WorkspaceAccess> ask_workspace_access(const terminal::Terminal& terminal,
    const std::string& server, const std::vector<std::string>& paths, system::Cancel& cancel);

// These throw what trust::trust() does.
std::optional<WorkspaceAccess> answer_kept(const GivenServer& server, const std::string& workspace);
void keep_answer(const GivenServer& server, const std::string& workspace, WorkspaceAccess access);
bool forget_answer(const GivenServer& server, const std::string& workspace);

}
