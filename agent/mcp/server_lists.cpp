#include "agent/mcp/server_lists.hpp"

#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

namespace {

constexpr std::size_t max_entry_bytes = 64 << 10;
constexpr std::chrono::milliseconds max_ttl = std::chrono::minutes(10);
constexpr std::chrono::milliseconds time_after_failure = std::chrono::minutes(1); // no new attempt

struct ListTraits {
    const char* capability;
    const char* method;
    const char* field;
    const char* key; // non-empty string that each entry must have
};

const ListTraits& traits_of(ServerList which)
{
    static constexpr std::array<ListTraits, all_server_lists.size()> traits {
        {{"prompts", "prompts/list", "prompts", "name"},
            {"resources", "resources/list", "resources", "uri"},
            {"resources", "resources/templates/list", "resourceTemplates", "uriTemplate"}}};
    return traits.at(static_cast<std::size_t>(which));
}

bool is_usable(const Json& entry, const char* key)
{
    return !json::string_member(entry, key).empty()
        && entry.dump(-1, ' ', false, Json::error_handler_t::replace).size() <= max_entry_bytes;
}

}

const char* method_of(ServerList which) { return traits_of(which).method; }

const char* field_of(ServerList which) { return traits_of(which).field; }

void ServerLists::want(ServerList which)
{
    List& list = at(which);
    const bool is_current
        = list.was_fetched && (!list.current_until || Clock::now() < *list.current_until);
    list.is_wanted = list.is_wanted || !is_current;
}

void ServerLists::give_up()
{
    for (List& list : lists) {
        list.is_wanted = false;
        list.fetching.reset();
    }
}

void ServerLists::begin_connection()
{
    for (List& list : lists) {
        list.was_fetched = false;
        list.fetching.reset();
    }
}

void ServerLists::announce(ServerList which)
{
    List& list = at(which);
    if (std::exchange(list.was_fetched, false))
        ++list.version;
    list.has_changed_since = true;
}

void ServerLists::keep(ServerList which, Json entries)
{
    List& list = at(which);
    list.is_wanted = false;
    list.was_fetched = !list.has_changed_since;
    if (entries != list.entries)
        ++list.version;
    list.entries = std::move(entries);
}

void ServerLists::fetch(ServerList which, Connection& connection)
{
    List& list = at(which);
    const ListTraits& traits = traits_of(which);
    list.has_changed_since = false;
    if (!json::member(connection.introduction().capabilities, traits.capability).is_object())
        return keep(which, Json::array());
    list.fetching.emplace(traits.method, traits.field, max_listed);
    list.deadline = Clock::now() + timeout;
    list.fetching->begin(connection);
}

void ServerLists::take(ServerList which, const Connection& connection)
{
    List& list = at(which);
    const ListTraits& traits = traits_of(which);
    const PagedList done = *std::exchange(list.fetching, std::nullopt);
    // Many servers with resources do not implement the list of templates.
    if (!done.failure().empty() && which != ServerList::templates)
        failed(which, done.failure());
    const Json& capability
        = json::member(connection.introduction().capabilities, traits.capability);
    list.current_until.reset();
    if (json::member(capability, "listChanged") != true)
        list.current_until = Clock::now() + std::min(done.ttl(), max_ttl);
    if (!done.failure().empty())
        list.current_until = Clock::now() + time_after_failure;
    Json entries = Json::array();
    for (const Json& entry : done.entries())
        if (is_usable(entry, traits.key))
            entries.push_back(entry);
    keep(which, std::move(entries));
}

void ServerLists::step(Connection& connection)
{
    const auto changed = connection.take_changed_lists();
    if (changed.prompts)
        announce(ServerList::prompts);
    if (changed.resources) {
        announce(ServerList::resources);
        announce(ServerList::templates);
    }
    for (const ServerList which : all_server_lists) {
        List& list = at(which);
        if (list.is_wanted && !list.fetching)
            fetch(which, connection);
        if (!list.fetching)
            continue;
        if (list.fetching->step(connection))
            take(which, connection);
        else if (Clock::now() >= list.deadline) {
            connection.give_up(list.fetching->awaited(), "timed out");
            list.fetching.reset();
            failed(which, "it does not answer in time");
            keep(which, Json::array());
            list.current_until = Clock::now() + time_after_failure;
        }
    }
}

void ServerLists::watch(system::Watch& watch) const
{
    for (const List& list : lists)
        if (list.fetching)
            watch.until(list.deadline);
        else if (list.is_wanted)
            watch.until(Clock::now());
}

}
