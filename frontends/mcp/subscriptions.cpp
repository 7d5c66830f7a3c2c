#include "frontends/mcp/subscriptions.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

static constexpr const char* resource_updated = "notifications/resources/updated";

void Subscriptions::add(Subscriber& subscriber, const std::string& uri, const ClientCall& client)
{
    constexpr std::size_t max_uri = 8 << 10;
    if (subscriber.uris.contains(uri))
        return;
    if (uri.size() > max_uri)
        throw protocol::Malformed {protocol::invalid_params, "the URI is longer than 8 KiB"};
    ContextProvider* const owner = context.owner_of(uri);
    if (owner == nullptr)
        throw protocol::unknown_resource(uri, client.era);
    const auto of_owner = std::count_if(subscriber.uris.begin(), subscriber.uris.end(),
        [&](const std::string& other) { return owners.at(other) == owner; });
    if (static_cast<std::size_t>(of_owner) >= owner->max_subscriptions())
        throw protocol::Malformed {protocol::invalid_params,
            "a client can subscribe to at most " + std::to_string(owner->max_subscriptions())
                + " of these resources"};
    owner->admit(uri, client);
    if (!is_subscribed(uri))
        owner->subscribe(uri, client);
    owners[uri] = owner;
    subscriber.uris.insert(uri);
}

bool Subscriptions::is_subscribed(const std::string& uri) const
{
    return std::any_of(subscribers.begin(), subscribers.end(),
        [&](const Subscriber& other) { return other.uris.contains(uri); });
}

// Must be called when a subscriber no longer has the URI.
void Subscriptions::drop(const std::string& uri)
{
    if (is_subscribed(uri))
        return;
    const auto owner = owners.extract(uri);
    if (!owner.empty())
        owner.mapped()->unsubscribe(uri);
}

// Returns the requested changes that will be reported. Leaves out resources that cannot be
// subscribed to.
static Json agreed_changes(const Json& wanted, const Subscriptions::Subscriber& subscriber)
{
    Json agreed = Json::object();
    if (subscriber.hears_tools)
        agreed["toolsListChanged"] = true;
    if (subscriber.hears_prompts)
        agreed["promptsListChanged"] = true;
    if (subscriber.hears_resources)
        agreed["resourcesListChanged"] = true;
    if (wanted.contains("resourceSubscriptions"))
        agreed["resourceSubscriptions"] = subscriber.uris;
    return agreed;
}

void Subscriptions::listen(const Json& params, const ClientCall& client)
{
    constexpr std::size_t max_subscribers = 64;
    constexpr std::size_t max_uris = 1000; // further ones are not looked at
    protocol::check_version(params);
    const Json& wanted = json::member(params, "notifications");
    if (!wanted.is_object())
        throw protocol::Malformed {
            protocol::invalid_params, "params.notifications is not an object"};
    if (subscribers.size() >= max_subscribers)
        throw protocol::Malformed {protocol::internal_error, "too many listen"};
    const auto asks = [&](const char* name) { return json::member(wanted, name) == true; };
    subscribers.push_back({client.scope, client.address, client.id, asks("toolsListChanged"),
        asks("promptsListChanged") && context.has_prompts(),
        asks("resourcesListChanged") && context.has_resources()});
    Subscriber& subscriber = subscribers.back();
    if (const Json& uris = json::member(wanted, "resourceSubscriptions"); uris.is_array())
        for (std::size_t at = 0; at < std::min(uris.size(), max_uris); ++at) {
            try {
                if (uris[at].is_string())
                    add(subscriber, uris[at].get<std::string>(), client);
            } catch (const protocol::Malformed&) {
                continue; // the acknowledgement says so
            }
        }
    deliver({client.address, Reply::Kind::note,
        protocol::listening_line(client.id, agreed_changes(wanted, subscriber))});
}

static std::string subscribed_uri(const Json& params)
{
    const Json& uri = json::member(params, "uri");
    if (!uri.is_string())
        throw protocol::Malformed {protocol::invalid_params, "params.uri is not a string"};
    return uri.get<std::string>();
}

static auto session_of(std::vector<Subscriptions::Subscriber>& subscribers, std::uint64_t scope)
{
    return std::find_if(subscribers.begin(), subscribers.end(),
        [&](const auto& other) { return other.scope == scope && other.id.empty(); });
}

void Subscriptions::subscribe(const Json& params, const ClientCall& client)
{
    const std::string uri = subscribed_uri(params);
    auto session = session_of(subscribers, client.scope);
    if (session == subscribers.end())
        session = subscribers.insert(
            session, {.scope = client.scope, .address = client.address, .state = client.state});
    add(*session, uri, client);
    deliver(
        {client.address, Reply::Kind::answer, protocol::result_line(client.id, Json::object())});
}

void Subscriptions::unsubscribe(const Json& params, const ClientCall& client)
{
    const std::string uri = subscribed_uri(params);
    const auto session = session_of(subscribers, client.scope);
    if (session != subscribers.end() && session->uris.erase(uri) > 0)
        drop(uri);
    deliver(
        {client.address, Reply::Kind::answer, protocol::result_line(client.id, Json::object())});
}

void Subscriptions::tell_listeners(bool Subscriber::*hears, const char* method)
{
    announce(protocol::change_line({}, method, {}));
    for (const Subscriber& subscriber : subscribers)
        if (subscriber.*hears)
            deliver({subscriber.address, Reply::Kind::note,
                protocol::change_line(subscriber.id, method, {})});
}

void Subscriptions::tools_changed()
{
    tell_listeners(&Subscriber::hears_tools, "notifications/tools/list_changed");
}

void Subscriptions::report(const ContextChange& change)
{
    switch (change.kind) {
    case ContextChange::Kind::prompts:
        return tell_listeners(&Subscriber::hears_prompts, "notifications/prompts/list_changed");
    case ContextChange::Kind::resources:
        return tell_listeners(&Subscriber::hears_resources, "notifications/resources/list_changed");
    case ContextChange::Kind::resource: break;
    }
    const auto owner = owners.find(change.uri);
    const auto may_hear = [&](const Subscriber& subscriber) {
        return owner != owners.end() && subscriber.uris.contains(change.uri)
            && (!subscriber.state || owner->second->may_tell(change.uri, *subscriber.state));
    };
    for (const Subscriber& subscriber : subscribers)
        if (may_hear(subscriber))
            deliver({subscriber.address, Reply::Kind::note,
                protocol::change_line(subscriber.id, resource_updated, {{"uri", change.uri}})});
}

bool Subscriptions::is_known(std::uint64_t scope, std::string_view id) const
{
    return std::any_of(subscribers.begin(), subscribers.end(), [&](const Subscriber& other) {
        return other.scope == scope && !other.id.empty() && other.id == id;
    });
}

void Subscriptions::end_if(const std::function<bool(const Subscriber&)>& is_meant)
{
    std::vector<Subscriber> ended;
    for (auto at = subscribers.begin(); at != subscribers.end();) {
        if (!is_meant(*at)) {
            ++at;
            continue;
        }
        ended.push_back(std::move(*at));
        at = subscribers.erase(at);
    }
    for (const Subscriber& subscriber : ended) {
        for (const std::string& uri : subscriber.uris)
            drop(uri);
        if (!subscriber.id.empty())
            deliver({subscriber.address, Reply::Kind::none});
    }
}

}
