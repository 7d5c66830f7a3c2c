#include "frontends/acp/servers.hpp"

#include "agent/calls/client_roots.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <string>
#include <system_error>

namespace frontends::acp {

using namespace agent;
using namespace toolkit;

namespace fs = std::filesystem;

std::string real_path(const std::string& path)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? std::string() : real.string();
}

std::string workspace_of(const std::string& cwd)
{
    std::string workspace = real_path(cwd);
    std::error_code error;
    if (workspace.empty() || !fs::is_directory(workspace, error) || !text::is_utf8(workspace))
        throw ToolError(Code::bad_request, "'cwd' " + text::in_quotes(cwd) + " is not a directory");
    if (calls::is_wide(workspace))
        throw ToolError(Code::bad_request,
            text::in_quotes(cwd) + " would be the workspace, and it is more than a project",
            "open a directory in the editor");
    return workspace;
}

static ToolError wrong_entry(const std::string& name, const std::string& why)
{
    return {Code::bad_request, "'mcpServers': " + text::in_quotes(name) + " " + why};
}

// Converts [{"name", "value"}] to {"NAME": "value"}.
static Json object_of(const Json& entry, const std::string& server, const char* field)
{
    const Json& pairs = json::member(entry, field);
    Json object = Json::object();
    if (!pairs.is_null() && !pairs.is_array())
        throw wrong_entry(server, std::string("has '") + field + "', which is not a list");
    for (const auto& pair : pairs) {
        const Json& value = json::member(pair, "value");
        const std::string name = json::string_member(pair, "name");
        if (name.empty() || !value.is_string())
            throw wrong_entry(server,
                std::string("has '") + field + R"(' with other entries than {"name", "value"})");
        object[name] = value;
    }
    return object;
}

static Json entry_of_editor(const Json& given, const std::string& name)
{
    if (given.contains("url"))
        return {{"type", given.value("type", Json("http"))}, {"url", given.at("url")},
            {"headers", object_of(given, name, "headers")}};
    if (!json::member(given, "command").is_string())
        throw wrong_entry(name, "has neither 'command' nor 'url'");
    return {{"command", given.at("command")}, {"args", given.value("args", Json::array())},
        {"env", object_of(given, name, "env")}};
}

Json servers_of_editor(const Json& list)
{
    Json servers = Json::object();
    for (const auto& given : list) {
        const std::string name = json::string_member(given, "name");
        if (servers.contains(name))
            throw wrong_entry(name, "is the name of two servers");
        servers[name] = entry_of_editor(given, name);
    }
    return {{"mcpServers", std::move(servers)}};
}

}
