#include "agent/mcp/resource_tools.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/mcp/server_uris.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace agent::mcp {

static constexpr int max_pages = 100;
static constexpr std::size_t max_list_bytes = 16 << 20;

PagedList::PagedList(std::string method, std::string field, std::size_t most)
    : method(std::move(method))
    , field(std::move(field))
    , most(most)
{
}

void PagedList::begin(Connection& connection) { ask(connection, ""); }

void PagedList::ask(Connection& connection, const std::string& cursor)
{
    Json params = Json::object();
    if (!cursor.empty())
        params["cursor"] = cursor;
    request = connection.begin(method, std::move(params));
}

bool PagedList::step(Connection& connection)
{
    while (request != 0) {
        const auto response = connection.take(request);
        if (!response)
            return false;
        request = 0;
        take_page(connection, *response);
    }
    return true;
}

void PagedList::fail(const std::string& reason)
{
    list = Json::array();
    why = reason;
}

// Returns false if the limits are reached.
bool PagedList::add(const Json& page)
{
    for (const Json& entry : page) {
        bytes += entry.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        if (list.size() >= most || bytes > max_list_bytes)
            return false;
        list.push_back(entry);
    }
    return true;
}

static std::chrono::milliseconds ttl_of(const Json& page)
{
    constexpr std::int64_t max_time = 86'400'000; // one day, in ms
    const Json& time = json::member(page, "ttlMs");
    const std::int64_t given = time.is_number_integer() ? time.get<std::int64_t>() : 0;
    return std::chrono::milliseconds(std::clamp<std::int64_t>(given, 0, max_time));
}

void PagedList::take_page(Connection& connection, const Response& response)
{
    constexpr std::size_t max_quote = 200;
    if (response.error)
        return fail("it answers " + text::in_quotes(method) + " with the error "
            + text::in_quotes(
                text::shortened(text::printable(response.error->message), max_quote)));
    const Json& page = json::member(response.result, field.c_str());
    if (!page.is_array())
        return fail(
            "its answer to " + text::in_quotes(method) + " has no list " + text::in_quotes(field));
    ++pages;
    const auto kept = ttl_of(response.result);
    least_ttl = std::min(least_ttl.value_or(kept), kept);
    const std::string cursor = json::string_member(response.result, "nextCursor");
    const bool has_room = add(page);
    if (has_room && cursor.empty())
        return;
    if (has_room && pages < max_pages)
        return ask(connection, cursor);
    cut = true;
}

static Json text_schema(const char* description)
{
    return {{"type", "string"}, {"description", description}};
}

calls::OfferedTool resource_tool(ResourceTool which, const std::vector<std::string>& servers)
{
    Json properties {{"server", {{"type", "string"}, {"enum", servers}}}};
    Json required = Json::array({"server"});
    calls::OfferedTool tool;
    if (which == ResourceTool::list) {
        tool.name = "mcp_list_resources";
        tool.description = "List the resources of an MCP server: their URIs, names and types.";
        properties["templates"] = {{"type", "boolean"},
            {"description", "List the templates of URIs in place of the resources."}};
        properties["cursor"] = text_schema("The nextCursor of the page before.");
    } else {
        tool.name = "mcp_read_resource";
        tool.description = "Read a resource of an MCP server.";
        properties["uri"] = text_schema("Its URI, as mcp_list_resources or a tool has named it.");
        required.push_back("uri");
    }
    tool.schema = {{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(required)}, {"additionalProperties", false}};
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.may_be_tried = false;
    tool.uses_workspace = false;
    return tool;
}

std::string method_of(ResourceTool which, const Json& arguments)
{
    if (which == ResourceTool::read)
        return "resources/read";
    return json::member(arguments, "templates") == true ? "resources/templates/list"
                                                        : "resources/list";
}

Json params_of(ResourceTool which, const Json& arguments, bool is_at_gateway)
{
    const char* const field = which == ResourceTool::read ? "uri" : "cursor";
    Json params = Json::object();
    if (const std::string value = json::string_member(arguments, field); !value.empty())
        params[field] = value;
    if (!is_at_gateway)
        return params;
    const auto parts = server_uri_in(json::string_member(params, "uri"));
    if (parts && parts->server == json::string_member(arguments, "server"))
        params["uri"] = parts->uri;
    return params;
}

Json told_page(const Json& result)
{
    const Json& resources = json::member(result, "resources");
    const Json& list = resources.is_array() ? resources : json::member(result, "resourceTemplates");
    if (!list.is_array())
        throw ToolError(Code::internal, "it has no list 'resources'");
    Json page {{"resources", Json::array()}};
    for (const Json& resource : list) {
        Json told = Json::object();
        for (const char* field : {"uri", "uriTemplate", "name", "title", "description", "mimeType"})
            if (const std::string text = json::string_member(resource, field); !text.empty())
                told[field] = text::without_hidden(text);
        if (const Json& size = json::member(resource, "size"); size.is_number())
            told["size"] = size;
        page["resources"].push_back(std::move(told));
    }
    if (const std::string cursor = json::string_member(result, "nextCursor"); !cursor.empty())
        page["nextCursor"] = cursor;
    return page;
}

Json page_at_gateway(const Json& result, const std::string& server)
{
    Json page = told_page(result);
    for (Json& resource : page["resources"])
        for (const char* const field : {"uri", "uriTemplate"})
            prefix_uri(resource, field, server);
    return page;
}

}
