#include "agent/mcp/server_source.hpp"

#include <algorithm>

namespace agent::mcp {

bool ServerSource::is_chosen(const calls::OfferedTool& tool) const
{
    return !settings.is_chosen || settings.is_chosen(tool);
}

std::vector<const ServerTool*> ServerSource::server_tools() const
{
    std::vector<const ServerTool*> all;
    const auto add_all = [&](const auto& some) {
        for (const auto& served : some)
            for (const auto& tool : served->tools.offered())
                if (is_chosen(*tool))
                    all.push_back(tool.get());
    };
    if (has_started)
        add_all(order);
    else
        add_all(servers);
    return all;
}

std::vector<const calls::OfferedTool*> ServerSource::tools() const
{
    std::vector<const calls::OfferedTool*> all = search.own_tools();
    const auto listed = search.listed(server_tools());
    all.insert(all.end(), listed.begin(), listed.end());
    if (!resource_servers.empty())
        for (auto tool = resource_tools.end() - 2; tool != resource_tools.end(); ++tool)
            if (!settings.taken.contains((*tool)->name) && is_chosen(**tool))
                all.push_back(tool->get());
    return all;
}

std::vector<const calls::OfferedTool*> ServerSource::unlisted() const
{
    const auto tools = search.unlisted(server_tools());
    return {tools.begin(), tools.end()};
}

// The decision applies to the whole session, so that all its requests begin with the same bytes.
void ServerSource::begin_search()
{
    if (!settings.may_search || settings.taken.contains(find_tools_name)
        || settings.taken.contains(call_tool_name))
        return;
    const bool is_wanted = std::any_of(servers.begin(), servers.end(), [](const auto& served) {
        return served->server.entry().load == ServerEntry::Load::search;
    });
    search.begin(server_tools(), is_wanted);
}

void ServerSource::list_used() { search.list_used(server_tools()); }

void ServerSource::answer_search(calls::CallId id, const Json& arguments)
{
    try {
        calls::ToolResult result;
        result.answer.content = search.answer_to(arguments, server_tools())
                                    .dump(-1, ' ', false, Json::error_handler_t::replace);
        result.answer.sandbox = {{"level", "none"}, {"by", "agentcli"}};
        result.output_bytes = result.answer.content.size();
        ended[id] = std::move(result);
    } catch (const ToolError& error) {
        finish(id, error);
    }
}

}
