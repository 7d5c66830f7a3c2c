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

// The access of a server to the workspace. A hidden workspace is an empty directory.
enum class WorkspaceAccess { hidden, read, write };

// Converts from "hidden", "read" and "write". Returns nullopt for any other word.
std::optional<WorkspaceAccess> access_named(std::string_view name);
const char* name_of(WorkspaceAccess access);

// The key `sandbox` of an entry.
struct ServerSandbox {
    // If unset: hidden with the network, read without; unless `written`, `shown` or `hidden`
    // contains the workspace. See workspace_access().
    std::optional<WorkspaceAccess> workspace = {};
    bool has_network = true;
    bool has_unix_sockets = false;
    std::string required = {}; // a level; empty: any
    std::vector<std::string> written = {}; // directories, absolute
    std::vector<std::string> shown = {}; // paths, absolute
    std::vector<std::string> hidden = {};
};

// Converts the value of `sandbox`. Returns the default for a missing key (null), and nullopt for
// `false`. Throws BAD_REQUEST naming the key.
std::optional<ServerSandbox> sandbox_of(const Json& value, const ServerFileContext& surroundings);

// Which of the home directory and the workspace the sandbox hides. A server with network access
// must not be able to read more than the operator has granted.
struct HiddenPlaces {
    bool home = false;
    bool workspace = false;
};
HiddenPlaces hidden_from(const ServerSandbox& sandbox, const ServerFileContext& surroundings);

// Returns the access to the workspace that follows from all keys of the sandbox.
WorkspaceAccess workspace_access(
    const ServerSandbox& sandbox, const ServerFileContext& surroundings);

// Returns the sandbox in which a server downloads its own packages: it has the network, and sees
// neither the home directory nor the workspace.
ServerSandbox sandbox_to_download(const ServerSandbox& sandbox);

// Returns a description such as "read-only, network on, sees neither the home directory nor the
// workspace", or "none".
std::string text_of(
    const std::optional<ServerSandbox>& sandbox, const ServerFileContext& surroundings);

// Puts a server over stdio into its sandbox: sets its launcher, and adds to its environment what
// the launcher needs. Its `cache` must be set before. `launcher` is the command of the role
// `launch`. Shows the server the directory in which its program is installed. Without a network,
// sets the variables that make npm and uv work offline. Throws BAD_REQUEST if there is no launcher,
// or a path of the sandbox is missing.
void confine(agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const std::vector<std::string>& launcher, const ServerFileContext& surroundings);

// Returns what the server of an entry sees of the file system.
ServerView view_of(const agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const ServerFileContext& surroundings);

}
