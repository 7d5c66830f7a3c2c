#include "agent/mcp/tool_search.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

static constexpr std::size_t max_names = 4'000; // bytes, in the description
static constexpr std::size_t max_found = 16'000; // bytes of definitions
static constexpr std::size_t max_more = 4'000; // bytes of other matches
static constexpr std::size_t found_at_once = 20; // maximum of `limit`, and its default with names

std::size_t listed_bytes(const calls::OfferedTool& tool)
{
    return Json {{"type", "function"},
        {"function",
            {{"name", tool.name}, {"description", tool.description}, {"parameters", tool.schema}}}}
        .dump(-1, ' ', false, Json::error_handler_t::replace)
        .size();
}

// Returns the names of the tools by server, in the order of the tools.
static std::vector<std::pair<std::string, std::vector<std::string>>> by_server(
    const std::vector<const ServerTool*>& tools)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> servers;
    for (const ServerTool* tool : tools) {
        const std::string& server = tool->at_server.server;
        auto found = std::find_if(
            servers.begin(), servers.end(), [&](const auto& one) { return one.first == server; });
        if (found == servers.end())
            found = servers.insert(servers.end(), {server, {}});
        found->second.push_back(tool->name);
    }
    return servers;
}

static std::string described_tools(const std::vector<const ServerTool*>& tools)
{
    std::size_t bytes = 0;
    for (const ServerTool* tool : tools)
        bytes += tool->name.size() + 2;
    std::string text;
    for (const auto& [server, names] : by_server(tools)) {
        text += "\n- " + text::printable(server) + " (" + std::to_string(names.size())
            + (names.size() == 1 ? " tool)" : " tools)");
        for (std::size_t at = 0; bytes <= max_names && at < names.size(); ++at)
            text += (at == 0 ? ": " : ", ") + names[at];
    }
    return text;
}

static calls::OfferedTool tool_with(const char* name, std::string description, Json schema)
{
    calls::OfferedTool tool;
    tool.name = name;
    tool.description = std::move(description);
    tool.schema = std::move(schema);
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.may_be_tried = false;
    tool.uses_workspace = false;
    return tool;
}

static calls::OfferedTool finding_tool(const std::vector<const ServerTool*>& tools)
{
    return tool_with(find_tools_name,
        "Find tools of MCP servers, which are not listed here, and how to call them by "
        "mcp_call_tool. The servers:"
            + described_tools(tools),
        {{"type", "object"},
            {"properties",
                {{"query",
                     {{"type", "string"},
                         {"description", "Words for what the tool should do: 'create issue'."}}},
                    {"names",
                        {{"type", "array"}, {"items", {{"type", "string"}}},
                            {"maxItems", found_at_once},
                            {"description", "Names of tools to describe, in place of a query."}}},
                    {"server", {{"type", "string"}, {"description", "Search this server alone."}}},
                    {"limit",
                        {{"type", "integer"}, {"minimum", 1}, {"maximum", found_at_once},
                            {"default", 5}}}}},
            {"additionalProperties", false}});
}

static calls::OfferedTool calling_tool()
{
    calls::OfferedTool tool = tool_with(call_tool_name,
        "Call a tool of an MCP server that mcp_find_tools has described.",
        {{"type", "object"},
            {"properties",
                {{"tool", {{"type", "string"}, {"description", "Its name."}}},
                    {"arguments",
                        {{"type", "object"},
                            {"description", "Its arguments, as its inputSchema wants them."}}}}},
            {"required", Json::array({"tool"})}, {"additionalProperties", false}});
    tool.calls_another = true;
    return tool;
}

bool ToolSearch::is_searched(const ServerTool& tool) const
{
    using Load = ServerEntry::Load;
    return calling && !listed_again.contains(&tool)
        && (tool.load == Load::search || (tool.load == Load::automatic && searches_automatic));
}

ToolSearch::Tools ToolSearch::listed(Tools all) const
{
    std::erase_if(all, [&](const ServerTool* tool) { return is_searched(*tool); });
    return all;
}

ToolSearch::Tools ToolSearch::unlisted(Tools all) const
{
    std::erase_if(all, [&](const ServerTool* tool) { return !is_searched(*tool); });
    return all;
}

void ToolSearch::begin(const Tools& all, bool is_wanted)
{
    std::size_t bytes = 0;
    std::size_t count = 0;
    for (const ServerTool* tool : all)
        if (tool->load != ServerEntry::Load::search) {
            ++count;
            bytes += listed_bytes(*tool);
        }
    const bool are_many = count > max_listed_tools || bytes > max_listed_bytes;
    searches_automatic = searches_automatic || are_many;
    if (searches_automatic || is_wanted)
        describe(all);
}

void ToolSearch::describe(const Tools& all)
{
    if (!calling)
        calling = std::make_unique<calls::OfferedTool>(calling_tool());
    auto next = std::make_unique<calls::OfferedTool>(finding_tool(unlisted(all)));
    if (finding.empty() || finding.back()->description != next->description)
        finding.push_back(std::move(next));
}

std::vector<const calls::OfferedTool*> ToolSearch::own_tools() const
{
    if (!calling)
        return {};
    return {finding.back().get(), calling.get()};
}

bool ToolSearch::is_find_tool(const calls::OfferedTool& tool) const
{
    return std::any_of(
        finding.begin(), finding.end(), [&](const auto& one) { return one.get() == &tool; });
}

void ToolSearch::note_call(const ServerTool& tool)
{
    if (!is_searched(tool))
        return;
    std::erase(used, &tool);
    used.push_back(&tool);
}

void ToolSearch::list_used(const Tools& all)
{
    constexpr std::size_t max_tools = 10;
    constexpr std::size_t max_bytes = 8'000;
    if (used.empty())
        return;
    std::size_t bytes = 0;
    for (auto tool = used.rbegin(); tool != used.rend() && listed_again.size() < max_tools; ++tool)
        if (bytes += listed_bytes(**tool); bytes <= max_bytes)
            listed_again.insert(*tool);
    used.clear();
    describe(all);
}

static std::vector<const ServerTool*> named_tools(
    const Json& names, const std::vector<const ServerTool*>& tools)
{
    std::vector<const ServerTool*> named;
    for (const Json& name : names)
        for (const ServerTool* tool : tools)
            if (tool->name == name || tool->own_name == name)
                named.push_back(tool);
    return named;
}

ToolSearch::Tools ToolSearch::matches(const Json& arguments) const
{
    const std::string query = json::string_member(arguments, "query");
    const Json& names = json::member(arguments, "names");
    Tools found = !names.empty() ? named_tools(names, ranking->tools())
        : !query.empty()         ? ranking->best(query)
                                 : ranking->tools();
    if (const std::string server = json::string_member(arguments, "server"); !server.empty())
        std::erase_if(
            found, [&](const ServerTool* tool) { return tool->at_server.server != server; });
    return found;
}

// Returns the text up to its first full stop or newline, and at most 100 bytes.
static std::string first_sentence(const std::string& text)
{
    constexpr std::size_t longest = 100;
    const std::size_t stop = text.find(". ");
    const std::size_t end = std::min({text.find('\n'), stop, text.size()});
    return text::shortened(text.substr(0, end == stop ? end + 1 : end), longest);
}

static std::string names_in_list(const std::vector<const ServerTool*>& tools)
{
    std::string names;
    for (const auto& [server, of_server] : by_server(tools))
        names += (names.empty() ? "" : ", ") + text::in_quotes(server);
    return names;
}

// Returns the maximum number of tools to describe completely.
static std::size_t described_at_most(const Json& arguments)
{
    constexpr std::size_t usual = 5;
    if (!json::member(arguments, "names").empty())
        return found_at_once;
    if (json::string_member(arguments, "query").empty())
        return 0;
    return arguments.value("limit", usual);
}

Json ToolSearch::answer_to(const Json& arguments, const Tools& all)
{
    const Tools tools = unlisted(all);
    if (!ranking || ranking->tools() != tools)
        ranking.emplace(tools);
    const std::vector<const ServerTool*> found = matches(arguments);
    if (found.empty())
        throw ToolError(Code::not_found, "no tool of a server matches",
            "use other words, or leave out the query; the servers are " + names_in_list(tools));
    const std::size_t limit = described_at_most(arguments);
    Json answer {{"tools", Json::array()}};
    std::size_t bytes = 0;
    std::size_t at = 0;
    for (; at < std::min(limit, found.size()); ++at) {
        bytes += listed_bytes(*found[at]);
        if (at > 0 && bytes > max_found)
            break;
        answer["tools"].push_back({{"name", found[at]->name},
            {"description", found[at]->description}, {"inputSchema", found[at]->schema}});
    }
    for (bytes = 0; at < found.size(); ++at) {
        Json more {
            {"name", found[at]->name}, {"description", first_sentence(found[at]->description)}};
        bytes += more.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        if (bytes > max_more)
            break;
        answer["more"].push_back(std::move(more));
    }
    if (at < found.size())
        answer["leftOut"] = found.size() - at;
    return answer;
}

}
