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

// Fetches a paged list of a server: at most 100 pages, `most` entries and 16 MiB. The rest is left
// out.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
class PagedList {
public:
    // `method` is the request, such as "tools/list"; `field` the member of its result that has the
    // entries, such as "tools".
    PagedList(std::string method, std::string field, std::size_t most);

    // Requests the first page.
    void begin(Connection& connection);

    // Takes the pages that arrived and requests the next ones. Returns true if the list is complete
    // or failed.
    bool step(Connection& connection);

    // Returns the pending request; 0 if there is none.
    RequestId awaited() const { return request; }

    // Valid once step() has returned true. After a failure, failure() is not empty and there are no
    // entries.
    const Json& entries() const { return list; }
    const std::string& failure() const { return why; }
    bool is_cut() const { return cut; }

    // Returns how long the list may be cached: the smallest ttlMs of its pages, 0 if no page has
    // one.
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

// Tools for the model: `list` returns a page of a server's resources, `read` returns one of them.
enum class ResourceTool { list, read };

// Returns the definition of the tool. `servers` are the names of the servers with resources.
calls::OfferedTool resource_tool(ResourceTool which, const std::vector<std::string>& servers);

// Return the method and the parameters of the request for a call of such a tool. `arguments` must
// conform to the schema. At the gateway, the prefix of the server is removed once from the URI.
std::string method_of(ResourceTool which, const Json& arguments);
Json params_of(ResourceTool which, const Json& arguments, bool is_at_gateway);

// Returns a page of resources/list or resources/templates/list for the model: an object with
// "resources" and, if there are more, "nextCursor", without other members. Throws INTERNAL if
// `result` is not such a page.
Json told_page(const Json& result);

// Returns told_page() for clients of the gateway: with the prefix of the server before URIs and
// templates.
Json page_at_gateway(const Json& result, const std::string& server);

}
