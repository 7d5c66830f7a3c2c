#include "frontends/mcp/client_config.hpp"

#include "runner/options/command.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::mcp {

using namespace runner;
using namespace toolkit;

namespace {

struct ClientRow {
    std::string_view name;
    std::string_view place;
    std::string (*text)(const ServerCommand& server);
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

// Strings of JSON are strings of TOML, too.
std::string codex(const ServerCommand& server)
{
    const Json json = json_of(server);
    return "[mcp_servers.agentcli]\ncommand = " + json["command"].dump()
        + "\nargs = " + json["args"].dump() + "\n";
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
    {"claude-code", ".mcp.json of the project", claude_code},
    {"codex", "~/.codex/config.toml", codex},
    {"gemini", ".gemini/settings.json of the project, or ~/.gemini/settings.json", usual},
    {"opencode", "opencode.json of the project, or ~/.config/opencode/opencode.json", opencode},
    {"vscode", ".vscode/mcp.json of the project", vscode},
    {"zed", "~/.config/zed/settings.json", zed},
};

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
    return {row->text(server), std::string(row->place)};
}

}
