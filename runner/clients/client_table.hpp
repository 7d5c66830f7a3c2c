#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runner::clients {

// The formats in which MCP clients configure their servers.
enum class Format {
    usual, // "mcpServers" of Claude Code, Claude Desktop, Cursor, Windsurf, Junie and gptsh
    cline, // "mcpServers", a timeout in seconds
    gemini, // "mcpServers", variables are also written $NAME
    vscode, // "servers" and "inputs"
    codex, // [mcp_servers.NAME]
    opencode, // "mcp": {NAME: …}, or "mcp": {"servers": {NAME: …}}
    goose, // "extensions"
    zed, // "context_servers"
};

// Returns the name of the enumerator: "usual". Hashes contain it.
std::string_view name_of(Format format);

// Returns the names of the clients in alphabetical order: claude-code, claude-desktop, …
const std::vector<std::string>& client_names();

// A configuration file of a client.
struct ClientFile {
    std::string client;
    std::string path; // relative to the current directory if in the workspace, otherwise absolute
    bool is_of_workspace;
};

// Returns the files in which the client looks for its configuration, those of the workspace first.
// They need not exist. Those of the user are found by HOME, XDG_CONFIG_HOME, CODEX_HOME and
// CLAUDE_CONFIG_DIR of `environment`. Returns an empty list for an unknown client.
std::vector<ClientFile> files_of_client(
    std::string_view client, const std::map<std::string, std::string>& environment);

// Returns the format that follows from the name of a file with "mcpServers": cline or gemini for
// the file names of these clients, usual for any other name.
Format format_of_path(std::string_view path);

}
