#include "runner/clients/server_file.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace runner::clients {

namespace {

struct KeyRow {
    const char* key;
    Format format;
};

constexpr KeyRow key_rows[] = {
    {"mcpServers", Format::usual},
    {"servers", Format::vscode},
    {"mcp_servers", Format::codex},
    {"mcp", Format::opencode},
    {"extensions", Format::goose},
    {"context_servers", Format::zed},
};

template<std::size_t size>
bool has_one_of(const Json& servers, const std::array<const char*, size>& keys)
{
    return std::any_of(servers.begin(), servers.end(), [&](const Json& entry) {
        return entry.is_object() && std::any_of(keys.begin(), keys.end(), [&](const char* key) {
            return entry.contains(key);
        });
    });
}

Format format_of_usual(const Json& servers, std::string_view path)
{
    constexpr std::array keys_of_cline {"alwaysAllow"};
    constexpr std::array keys_of_gemini {"includeTools", "excludeTools", "trust"};
    const Format by_name = format_of_path(path);
    if (by_name != Format::usual)
        return by_name;
    if (has_one_of(servers, keys_of_cline))
        return Format::cline;
    return has_one_of(servers, keys_of_gemini) ? Format::gemini : Format::usual;
}

// Returns true for extensions of Goose and Zed that are not MCP servers to start or to connect to.
bool is_built_in(Format format, const Json& entry)
{
    constexpr std::array<std::string_view, 4> types_of_goose {
        "builtin", "platform", "frontend", "inline_python"};
    if (format == Format::goose)
        return text::contains(types_of_goose, json::string_member(entry, "type"));
    return format == Format::zed && entry.is_object() && !entry.contains("command")
        && !entry.contains("url");
}

// Returns true if "mcp" contains a list of servers, and not a server of this name: also the
// settings of VS Code have "mcp": {"servers": …}.
bool is_list_in_mcp(const Json& servers)
{
    return servers.is_object() && !servers.contains("type") && !servers.contains("command");
}

void add_inputs(ServerFile& file, const Json& holder)
{
    const Json& inputs = json::member(holder, "inputs");
    if (!inputs.is_array())
        return;
    for (const Json& input : inputs)
        if (const std::string id = json::string_member(input, "id"); !id.empty())
            file.inputs[id] = json::string_member(input, "description");
}

[[noreturn]] void refuse(const char* key)
{
    throw ToolError(Code::bad_request, "it is not {\"" + std::string(key) + "\": {NAME: {…}, …}}",
        "servers are in mcpServers, or in the key of another client: servers (VS Code), "
        "mcp_servers (Codex), mcp (opencode), extensions (Goose), context_servers (Zed)");
}

}

ServerFile servers_of_document(const Json& document, std::string_view path)
{
    ServerFile file;
    if (!document.is_object())
        refuse(file.key.c_str());
    const auto* const row = std::find_if(std::begin(key_rows), std::end(key_rows),
        [&](const KeyRow& each) { return document.contains(each.key); });
    if (row == std::end(key_rows))
        return file;
    file.format = row->format;
    file.key = row->key;
    const Json* holder = &document;
    const Json* servers = &document.at(row->key);
    if (file.format == Format::opencode && is_list_in_mcp(json::member(*servers, "servers"))) {
        holder = servers;
        servers = &servers->at("servers");
        file.key += ".servers";
    }
    if (servers->is_null())
        return file;
    if (!servers->is_object())
        refuse(file.key.c_str());
    add_inputs(file, *holder);
    if (file.format == Format::usual)
        file.format = format_of_usual(*servers, path);
    for (const auto& [name, entry] : servers->items())
        if (is_built_in(file.format, entry))
            file.built_in.push_back(name);
        else
            file.servers.push_back({name, entry});
    return file;
}

Json with_servers_of_project(Json document, const std::string& workspace)
{
    const Json& project = json::member(json::member(document, "projects"), workspace.c_str());
    const Json servers = json::member(project, "mcpServers");
    if (!servers.is_object() || servers.empty())
        return document;
    Json& all = document["mcpServers"];
    if (!all.is_object())
        all = Json::object();
    all.update(servers);
    return document;
}

}
