#include "agent/mcp/connection.hpp"

#include "toolkit/json/json_value.hpp"

#include <utility>

namespace agent::mcp {

// Changes that a server announces: of its lists, and of resources.

static bool declares(const Json& capabilities, const char* feature, const char* what)
{
    return json::member(json::member(capabilities, feature), what) == true;
}

// Returns the filter of subscriptions/listen.
Json Connection::wanted_changes() const
{
    Json wanted = Json::object();
    for (const auto& [feature, change] :
        {std::pair("tools", "toolsListChanged"), std::pair("prompts", "promptsListChanged"),
            std::pair("resources", "resourcesListChanged")})
        if (declares(introduced.capabilities, feature, "listChanged"))
            wanted[change] = true;
    if (!subscribed.empty())
        wanted["resourceSubscriptions"] = subscribed;
    return wanted;
}

// The response arrives when the subscription ends; nothing waits for it.
void Connection::listen_for_changes()
{
    listen_id = 0;
    Json wanted = wanted_changes();
    if (wanted.empty())
        return;
    listen_id = begin("subscriptions/listen", {{"notifications", std::move(wanted)}});
    pending.erase(listen_id);
}

void Connection::end_listening(RequestId id)
{
    if (id != 0 && !server->give_up(id))
        notify("notifications/cancelled", {{"requestId", id}, {"reason", "subscribed anew"}});
}

// Over HTTP, a proxy may end a stream. Changes in the meantime were not reported, so everything
// counts as changed.
void Connection::listen_again()
{
    if (!next_listen || Clock::now() < *next_listen)
        return;
    next_listen.reset();
    listen_for_changes();
    list_changed = true;
    changed_lists = {true, true};
    updated = subscribed;
}

// In the modern era, the old stream ends only after the new one was requested, so that no update is
// missed.
void Connection::subscribe(std::set<std::string> uris)
{
    if (now != State::ready || uris == subscribed
        || !declares(introduced.capabilities, "resources", "subscribe"))
        return;
    const auto before = std::exchange(subscribed, std::move(uris));
    if (introduced.era == Era::modern) {
        const RequestId previous = listen_id;
        next_listen.reset();
        listen_for_changes();
        return end_listening(previous);
    }
    for (const auto& uri : subscribed)
        if (!before.contains(uri))
            pending.erase(begin("resources/subscribe", {{"uri", uri}}));
    for (const auto& uri : before)
        if (!subscribed.contains(uri))
            pending.erase(begin("resources/unsubscribe", {{"uri", uri}}));
}

// A server may name a resource beneath the one that is subscribed to.
void Connection::take_updated_resource(const std::string& uri)
{
    for (const std::string& one : subscribed)
        if (uri.starts_with(one))
            updated.insert(one);
}

}
