#include "agent/mcp/server_source.hpp"

#include <algorithm>

namespace agent::mcp {

// The decision holds for the whole session, so that all its requests begin with the same bytes.
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
