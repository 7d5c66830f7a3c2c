#include "runner/clients/client_table.hpp"

#include <algorithm>
#include <iterator>

namespace runner::clients {

namespace {

enum class Base {
    workspace,
    home,
    config, // $XDG_CONFIG_HOME or ~/.config
    codex, // $CODEX_HOME or ~/.codex
    claude, // $CLAUDE_CONFIG_DIR or ~
};

struct FileRow {
    std::string_view client;
    Base base;
    std::string_view path;
};

// Sources: the documentation of the clients, and the source code of Codex, Gemini CLI and opencode.
constexpr FileRow file_rows[] = {
    {"claude-code", Base::workspace, ".mcp.json"},
    {"claude-code", Base::claude, ".claude.json"},
    {"claude-desktop", Base::config, "Claude/claude_desktop_config.json"},
    {"cline", Base::config,
        "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"},
    {"codex", Base::workspace, ".codex/config.toml"},
    {"codex", Base::codex, "config.toml"},
    {"cursor", Base::workspace, ".cursor/mcp.json"},
    {"cursor", Base::home, ".cursor/mcp.json"},
    {"gemini", Base::workspace, ".gemini/settings.json"},
    {"gemini", Base::home, ".gemini/settings.json"},
    {"goose", Base::config, "goose/config.yaml"},
    {"gptsh", Base::workspace, ".gptsh/mcp_servers.json"},
    {"gptsh", Base::config, "gptsh/mcp_servers.json"},
    {"jetbrains", Base::workspace, ".junie/mcp/mcp.json"},
    {"jetbrains", Base::home, ".junie/mcp/mcp.json"},
    {"opencode", Base::workspace, "opencode.json"},
    {"opencode", Base::workspace, "opencode.jsonc"},
    {"opencode", Base::workspace, ".opencode/opencode.json"},
    {"opencode", Base::workspace, ".opencode/opencode.jsonc"},
    {"opencode", Base::config, "opencode/opencode.json"},
    {"opencode", Base::config, "opencode/opencode.jsonc"},
    {"vscode", Base::workspace, ".vscode/mcp.json"},
    {"vscode", Base::config, "Code/User/mcp.json"},
    {"windsurf", Base::home, ".codeium/windsurf/mcp_config.json"},
    {"windsurf", Base::home, ".codeium/mcp_config.json"},
    {"zed", Base::workspace, ".zed/settings.json"},
    {"zed", Base::config, "zed/settings.json"},
};

std::string absolute_variable(
    const std::map<std::string, std::string>& environment, const char* name)
{
    const auto found = environment.find(name);
    return found != environment.end() && found->second.starts_with('/') ? found->second
                                                                        : std::string();
}

// Returns the directory of a base with a '/' at its end; empty if it is not known.
std::string directory_of(Base base, const std::map<std::string, std::string>& environment)
{
    const std::string home = absolute_variable(environment, "HOME");
    const auto either = [&](const char* name, const char* below_home) {
        const std::string own = absolute_variable(environment, name);
        return !own.empty() ? own + "/" : home.empty() ? "" : home + below_home;
    };
    switch (base) {
    case Base::workspace:
    case Base::home: break;
    case Base::config: return either("XDG_CONFIG_HOME", "/.config/");
    case Base::codex: return either("CODEX_HOME", "/.codex/");
    case Base::claude: return either("CLAUDE_CONFIG_DIR", "/");
    }
    return home.empty() ? home : home + "/";
}

}

std::string_view name_of(Format format)
{
    switch (format) {
    case Format::usual: break;
    case Format::cline: return "cline";
    case Format::gemini: return "gemini";
    case Format::vscode: return "vscode";
    case Format::codex: return "codex";
    case Format::opencode: return "opencode";
    case Format::goose: return "goose";
    case Format::zed: return "zed";
    }
    return "usual";
}

const std::vector<std::string>& client_names()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const FileRow& row : file_rows)
            if (all.empty() || all.back() != row.client)
                all.emplace_back(row.client);
        return all;
    }();
    return names;
}

std::vector<ClientFile> files_of_client(
    std::string_view client, const std::map<std::string, std::string>& environment)
{
    std::vector<ClientFile> files;
    for (const FileRow& row : file_rows) {
        if (row.client != client)
            continue;
        const bool is_of_workspace = row.base == Base::workspace;
        const std::string directory
            = is_of_workspace ? std::string() : directory_of(row.base, environment);
        if (is_of_workspace || !directory.empty())
            files.push_back(
                {std::string(client), directory + std::string(row.path), is_of_workspace});
    }
    return files;
}

Format format_of_path(std::string_view path)
{
    const auto is_file = [&](std::string_view name) {
        return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
    };
    if (is_file("cline_mcp_settings.json"))
        return Format::cline;
    return is_file(".gemini/settings.json") ? Format::gemini : Format::usual;
}

}
