#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/mcp/connection.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// A list that a server gives page by page: at most 100 pages, `most` entries and 16 MiB; what is
// more is left out.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
class PagedList {
public:
    // tools/list has its entries as `field` "tools".
    PagedList(std::string method, std::string field, std::size_t most);

    // Asks for the first page.
    void begin(Connection& connection);

    // Takes the pages that have come. Returns whether there is nothing more to wait for.
    bool step(Connection& connection);

    // The request that is waited for.
    RequestId awaited() const { return request; }

    // Once that is so. With a failure there are no entries.
    const Json& entries() const { return list; }
    const std::string& failure() const { return why; }
    bool is_cut() const { return cut; }

    // Returns how long the list may be kept: the least ttlMs of its pages, 0 without one.
    std::chrono::milliseconds ttl() const
    {
        return least_ttl.value_or(std::chrono::milliseconds());
    }

private:
    void ask(Connection& connection, const std::string& cursor);
    void take_page(Connection& connection, const Response& response);
    bool add(const Json& page);
    void fail(const std::string& reason);

    std::string method;
    std::string field;
    std::size_t most;
    Json list = Json::array();
    std::size_t bytes = 0;
    int pages = 0;
    bool cut = false;
    std::optional<std::chrono::milliseconds> least_ttl;
    std::string why;
    RequestId request = 0; // 0: none
};

// The two tools by which a model gets at the resources of servers (C28).

// Lists the resources of a server, a page at a time; or reads one of them.
enum class ResourceTool { list, read };

// `servers` are the names of those that have resources.
calls::OfferedTool resource_tool(ResourceTool which, const std::vector<std::string>& servers);

// Return the method and the parameters of the request for a call of such a tool. `arguments` must
// conform to the schema. At the gateway, the prefix of the server is removed once from the URI.
std::string method_of(ResourceTool which, const Json& arguments);
Json params_of(ResourceTool which, const Json& arguments, bool is_at_gateway);

// A page of resources/list or resources/templates/list as a model is told of it: an object with
// "resources" and, if there are more, "nextCursor". Nothing else of it is passed on. Throws
// INTERNAL if it is no such page.
Json told_page(const Json& result);

// Returns told_page() for clients of the gateway: with the prefix of the server before URIs and
// templates.
Json page_at_gateway(const Json& result, const std::string& server);

}
