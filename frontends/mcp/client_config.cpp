#include "frontends/mcp/client_config.hpp"

#include "runner/options/command.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shell_words.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace frontends::mcp {

using namespace runner;
using namespace toolkit;

namespace {

struct ClientRow {
    std::string_view name;
    std::string_view place;
    std::string (*text)(const ServerCommand& server);
    std::string_view note = {};
    // Command of the client that adds the server, to be followed by the server's command.
    std::string_view command = {};
};

Json json_of(const ServerCommand& server)
{
    return {{"command", server.program}, {"args", server.arguments}};
}

std::string printed(const Json& json)
{
    constexpr int indent = 2;
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string usual(const ServerCommand& server)
{
    return printed({{"mcpServers", {{"agentcli", json_of(server)}}}});
}

std::string typed(const Json& entry, const char* list)
{
    Json with_type {{"type", "stdio"}};
    with_type.update(entry);
    return printed({{list, {{"agentcli", std::move(with_type)}}}});
}

std::string claude_code(const ServerCommand& server)
{
    return typed(json_of(server), "mcpServers");
}

std::string vscode(const ServerCommand& server) { return typed(json_of(server), "servers"); }

std::string gemini(const ServerCommand& server)
{
    Json entry = json_of(server);
    entry["trust"] = true;
    return printed({{"mcpServers", {{"agentcli", std::move(entry)}}}});
}

// Strings of JSON are also valid in TOML and YAML.
std::string codex(const ServerCommand& server)
{
    const Json json = json_of(server);
    return "[mcp_servers.agentcli]\ncommand = " + json["command"].dump()
        + "\nargs = " + json["args"].dump() + "\ndefault_tools_approval_mode = \"approve\"\n";
}

std::string goose(const ServerCommand& server)
{
    const Json json = json_of(server);
    return "extensions:\n  agentcli:\n    name: agentcli\n    type: stdio\n    enabled: true\n    "
           "cmd: "
        + json["command"].dump() + "\n    args: " + json["args"].dump() + "\n    timeout: 300\n";
}

std::string opencode(const ServerCommand& server)
{
    Json command = server.arguments;
    command.insert(command.begin(), server.program);
    return printed({{"$schema", "https://opencode.ai/config.json"},
        {"mcp",
            {{"agentcli",
                {{"type", "local"}, {"command", std::move(command)}, {"enabled", true}}}}}});
}

std::string zed(const ServerCommand& server)
{
    Json entry = json_of(server);
    entry["env"] = Json::object();
    return printed({{"context_servers", {{"agentcli", std::move(entry)}}}});
}

constexpr ClientRow clients[] = {
    {"", "the configuration of the client", usual},
    {"claude-code", ".mcp.json of the project", claude_code, {}, "claude mcp add agentcli --"},
    {"claude-desktop", "claude_desktop_config.json: Settings, Developer, Edit Config", usual},
    {"cline", "cline_mcp_settings.json: MCP Servers, Configure", usual},
    {"codex", "~/.codex/config.toml", codex,
        "default_tools_approval_mode lets Codex call these tools without a question, also in "
        "'codex exec', which refuses them otherwise; 'codex mcp add' cannot set it",
        "codex mcp add agentcli --"},
    {"cursor", ".cursor/mcp.json of the project, or ~/.cursor/mcp.json", usual},
    {"gemini", ".gemini/settings.json of the project, or ~/.gemini/settings.json", gemini,
        "\"trust\": true lets Gemini CLI call these tools without a question; without it, "
        "'gemini -p' offers none of them"},
    {"goose", "~/.config/goose/config.yaml", goose},
    {"jetbrains",
        "Settings, Tools, AI Assistant, Model Context Protocol; for Junie .junie/mcp/mcp.json",
        usual},
    {"opencode", "opencode.json of the project, or ~/.config/opencode/opencode.json", opencode},
    {"vscode", ".vscode/mcp.json of the project", vscode},
    {"windsurf", "~/.codeium/windsurf/mcp_config.json", usual},
    {"zed", "~/.config/zed/settings.json", zed},
};

std::vector<std::string> notes_of(const ClientRow& row, const ServerCommand& server)
{
    std::vector<std::string> notes {"this belongs in " + std::string(row.place)};
    if (!row.command.empty()) {
        std::string line(row.command);
        line += " " + text::shell_word(server.program);
        for (const auto& argument : server.arguments)
            line += " " + text::shell_word(argument);
        notes.push_back("or run: " + line);
    }
    if (!row.note.empty())
        notes.emplace_back(row.note);
    return notes;
}

}

ClientConfig client_config(std::string_view client, const ServerCommand& server)
{
    const auto* const row = std::find_if(std::begin(clients), std::end(clients),
        [&](const ClientRow& one) { return one.name == client; });
    if (row == std::end(clients)) {
        const auto& names = options::row_of("mcp config").choices;
        std::string all;
        for (const auto& name : names)
            all += (all.empty() ? "" : ", ") + name;
        throw ToolError(Code::bad_request, "unknown client " + text::in_quotes(client),
            text::did_you_mean(client, names,
                "the clients are " + all
                    + "; without a name, the form that most clients read is printed"));
    }
    return {row->text(server), notes_of(*row, server)};
}

}
