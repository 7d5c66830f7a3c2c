#include "agent/mcp/paged_list.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

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

// Returns whether there is room for more.
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
    const std::string cursor = json::string_member(response.result, "nextCursor");
    const bool has_room = add(page);
    if (has_room && cursor.empty())
        return;
    if (has_room && pages < max_pages)
        return ask(connection, cursor);
    cut = true;
}

}
