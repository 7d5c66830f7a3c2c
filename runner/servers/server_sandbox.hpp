#pragma once

#include "agent/mcp/server_entry.hpp"
#include "runner/servers/fields.hpp"
#include "runner/servers/server_paths.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

using namespace agent;

// What a server sees of the workspace, which is an empty directory if it is hidden.
enum class WorkspaceAccess { hidden, read, write };

// "hidden", "read" or "write"; nullopt for any other word.
std::optional<WorkspaceAccess> access_named(std::string_view name);
const char* name_of(WorkspaceAccess access);

// What an entry asks to be confined by: `sandbox`.
struct ServerSandbox {
    // Unset: read without the network, else hidden, unless `shown` or `written` has the workspace.
    std::optional<WorkspaceAccess> workspace = {};
    bool has_network = true;
    bool has_unix_sockets = false;
    std::string required = {}; // a level; empty: any
    std::vector<std::string> written = {}; // directories, absolute
    std::vector<std::string> shown = {}; // paths, absolute
    std::vector<std::string> hidden = {};
};

// Of the value of `sandbox`; a missing one (null) is the default, `false` is nothing. Throws
// BAD_REQUEST naming the key.
std::optional<ServerSandbox> sandbox_of(const Json& value, const Surroundings& surroundings);

// Of the home directory and the workspace those that the sandbox hides: what can send must not read
// what nobody gave it.
struct HiddenPlaces {
    bool home = false;
    bool workspace = false;
};
HiddenPlaces hidden_from(const ServerSandbox& sandbox, const Surroundings& surroundings);

WorkspaceAccess workspace_access(const ServerSandbox& sandbox, const Surroundings& surroundings);

// Returns the sandbox in which a server downloads what it is made of: it has the network, and sees
// neither the home directory nor the workspace.
ServerSandbox sandbox_to_download(const ServerSandbox& sandbox);

// "read-only, network on, sees neither the home directory nor the workspace"; "none".
std::string text_of(const std::optional<ServerSandbox>& sandbox, const Surroundings& surroundings);

// Puts a server over stdio into its sandbox: its launcher, and its environment with what the
// launcher needs; its `cache` is set before. `launcher` is the command of the role `launch`. Looks
// for the directory in which its program is installed, which it sees. Without a network, npm and
// uv are told by variables that they are offline. Throws BAD_REQUEST if there is no launcher, or a
// path of the sandbox is missing.
void confine(agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const std::vector<std::string>& launcher, const Surroundings& surroundings);

// Returns what the server of an entry sees of the file system.
ServerView view_of(const agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const Surroundings& surroundings);

}
