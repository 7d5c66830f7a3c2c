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

// Decides whether a server with network access may see the workspace. If its entry names a path in
// the workspace but does not set the access, the operator is asked once. The answer is stored in
// trust.json for this entry in this workspace.

// Returns the trust entry of a server in this workspace, with the hash of its configuration, but
// without an answer. `workspace` is absolute, without links.
trust::Trusted trusted_server(const GivenServer& server, const std::string& workspace);

// Returns the directory that only this server can change: `agentcli/mcp/NAME-HASH` of
// $XDG_CACHE_HOME or ~/.cache. It stays the same if the entry changes, and differs for an entry of
// this name in another file. Empty if neither XDG_CACHE_HOME nor HOME is set.
std::string cache_of(const GivenServer& server, const std::string& workspace);

// Returns those of `paths` in the workspace, as they are written, that the sandbox of the entry
// hides; nothing if the sandbox sets the access to the workspace, or has no network. If there are
// any, the operator has to be asked.
std::vector<std::string> paths_in_question(const std::vector<NamedPath>& paths,
    const ServerSandbox& sandbox, const agent::mcp::ServerEntry& entry,
    const ServerFileContext& surroundings);

// Returns paths_in_question() of a server over stdio. Returns nothing for an entry with an error:
// its server is not started.
std::vector<std::string> paths_asked_about(
    const GivenServer& server, const ServerFileContext& surroundings);

// Asks on the terminal until the answer is r(ead), w(rite) or n(either). Returns nullopt at the end
// of input. Throws INTERNAL "interrupted".
std::optional<WorkspaceAccess> ask_workspace_access(const terminal::Terminal& terminal,
    const std::string& server, const std::vector<std::string>& paths, system::Cancel& cancel);

// Read, write and delete the answer in trust.json, and throw like trust::trust(). forget_answer()
// returns false if there was no answer.
std::optional<WorkspaceAccess> answer_kept(const GivenServer& server, const std::string& workspace);
void keep_answer(const GivenServer& server, const std::string& workspace, WorkspaceAccess access);
bool forget_answer(const GivenServer& server, const std::string& workspace);

}
