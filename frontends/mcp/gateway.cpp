#include "frontends/mcp/gateway.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

namespace frontends::mcp {

static bool has_name(const Json& list, const std::string& name)
{
    return std::any_of(
        list.begin(), list.end(), [&](const Json& tool) { return tool.at("name") == name; });
}

// A tool that the operator declares as read-only gets the annotations of a reading tool. What its
// server reads is unknown.
static Json listed(const calls::OfferedTool& tool, const redaction::Redaction* redaction)
{
    Json entry {{"description", tool.description}, {"schema", tool.schema}};
    if (redaction != nullptr)
        entry = redaction->redact_json(entry);
    entry["name"] = tool.name;
    if (!tool.changes_files)
        entry["effects"] = {{"workspace", "read"}};
    Json listed = toolkit::mcp::listed_tool(entry);
    listed["annotations"]["openWorldHint"] = true;
    return listed;
}

void list_tools_of_servers(Json& list, const std::vector<const calls::OfferedTool*>& tools,
    const redaction::Redaction* redaction)
{
    for (const calls::OfferedTool* const tool : tools)
        if (!has_name(list, tool->name))
            list.push_back(listed(*tool, redaction));
}

// Finds agentcli also as an argument, for example of env.
static bool is_agentcli(const agent::mcp::ServerEntry& server)
{
    namespace fs = std::filesystem;
    const fs::path own = system::own_program();
    const auto& command = server.command;
    return (!command.empty() && fs::path(command.front()).filename() == own.filename())
        || std::any_of(command.begin(), command.end(), [&](const std::string& word) {
               std::error_code error;
               return fs::equivalent(word, own, error);
           });
}

std::vector<agent::mcp::ServerEntry> servers_of_others(std::vector<agent::mcp::ServerEntry> servers,
    const std::function<void(std::string_view text)>& note)
{
    for (const auto& server : servers)
        if (is_agentcli(server))
            note("the MCP server " + text::in_quotes(server.name)
                + " is agentcli itself, and is left out");
    std::erase_if(servers, is_agentcli);
    return servers;
}

}
