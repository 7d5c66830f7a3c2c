#include "agent/mcp/server_features.hpp"

#include "agent/mcp/secret_arguments.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

static const char* title_of(ServerList which)
{
    switch (which) {
    case ServerList::prompts: return "prompts";
    case ServerList::resources: return "resources";
    case ServerList::templates: break;
    }
    return "resource templates";
}

ServerFeatures::Known::Known(Peer peer, ServerLists::Failed failed)
    : its(std::move(peer))
    , lists(its.server.entry().timeout, std::move(failed))
{
}

void ServerFeatures::add(Peer peer)
{
    const std::string name = text::in_quotes(peer.server.entry().name);
    peers.push_back(std::make_unique<Known>(
        std::move(peer), [this, name](ServerList which, const std::string& why) {
            note("the " + std::string(title_of(which)) + " of the MCP server " + name
                + " can't be listed: " + why);
        }));
}

ServerFeatures::Known* ServerFeatures::find_if_any(const std::string& server) const
{
    const auto found = std::find_if(peers.begin(), peers.end(),
        [&](const auto& known) { return known->its.server.entry().name == server; });
    return found == peers.end() ? nullptr : found->get();
}

ServerFeatures::Known& ServerFeatures::find(const std::string& server) const
{
    if (Known* const known = find_if_any(server))
        return *known;
    throw ToolError(
        Code::not_found, "unknown MCP server " + text::in_quotes(text::printable(server)));
}

bool ServerFeatures::may_have(const Known& known, ServerList which)
{
    const ServerTools& tools = known.its.tools;
    return which == ServerList::prompts || tools.has_resources()
        || (!tools.is_pinned() && known.its.server.entry().offers_resources);
}

void ServerFeatures::want_of(Known& known, ServerList which)
{
    if (!may_have(known, which))
        return;
    known.lists.want(which);
    if (known.its.may_start())
        known.its.server.start();
}

void ServerFeatures::want(const std::string& server, ServerList which)
{
    want_of(find(server), which);
}

void ServerFeatures::want(ServerList which)
{
    for (const auto& known : peers)
        want_of(*known, which);
}

bool ServerFeatures::is_pending(const std::string& server, ServerList which) const
{
    return find(server).lists.is_pending(which);
}

bool ServerFeatures::is_pending(ServerList which) const
{
    return std::any_of(peers.begin(), peers.end(),
        [&](const auto& known) { return known->lists.is_pending(which); });
}

std::vector<ServerFeatures::Listed> ServerFeatures::lists(ServerList which) const
{
    std::vector<Listed> all;
    for (const auto& known : peers)
        if (which == ServerList::prompts || known->its.tools.has_resources())
            all.push_back({known->its.server.entry().name, known->lists.entries(which)});
    return all;
}

bool ServerFeatures::may_have_resources() const
{
    return std::any_of(peers.begin(), peers.end(),
        [](const auto& known) { return may_have(*known, ServerList::resources); });
}

const Server* ServerFeatures::find_server(const std::string& name) const
{
    const Known* const known = find_if_any(name);
    return known == nullptr ? nullptr : &known->its.server;
}

std::vector<std::string> ServerFeatures::names() const
{
    std::vector<std::string> all;
    all.reserve(peers.size());
    for (const auto& known : peers)
        all.push_back(known->its.server.entry().name);
    return all;
}

std::uint64_t ServerFeatures::version(ServerList which) const
{
    std::uint64_t sum = 0;
    for (const auto& known : peers)
        sum += known->lists.version(which);
    return sum;
}

static bool is_about_resource(const std::string& method, const Json& params)
{
    return method == "resources/read" || method == "resources/subscribe"
        || (method == "completion/complete"
            && json::string_member(json::member(params, "ref"), "type") == "ref/resource");
}

static void refuse_without_resources(const std::string& server)
{
    throw ToolError(
        Code::unsupported, "the MCP server " + text::in_quotes(server) + " offers no resources");
}

// Returns the name of the prompt, or the URI, that a request is about.
static std::string name_or_uri_of(const std::string& method, const Json& params)
{
    const Json& subject = method == "completion/complete" ? json::member(params, "ref") : params;
    return json::string_member(subject, is_about_resource(method, params) ? "uri" : "name");
}

static std::string hash_of_request(const std::string& method, const Json& params)
{
    return system::sha256(Json {{"method", method}, {"params", params}}.dump(
        -1, ' ', false, Json::error_handler_t::replace));
}

ServerFeatures::Number ServerFeatures::begin(
    const std::string& server, const std::string& method, Json params, Json via)
{
    constexpr std::size_t max_requests = 64;
    const Known& known = find(server);
    if (is_about_resource(method, params) && !known.its.tools.has_resources())
        refuse_without_resources(server);
    if (const auto kinds = known.its.secrets(params); !kinds.empty())
        throw refused_for_secrets(server, kinds);
    const auto count = std::count_if(requests.begin(), requests.end(),
        [&](const auto& other) { return other.second.peer == &known; });
    if (static_cast<std::size_t>(count) >= max_requests)
        throw ToolError(Code::too_large,
            "too many requests to the MCP server " + text::in_quotes(server) + " are under way");
    audit.check();
    const Number number = next_number++;
    requests[number]
        = {&known, method, is_about_resource(method, params), name_or_uri_of(method, params),
            hash_of_request(method, params), std::move(via), std::chrono::system_clock::now()};
    const bool may_ask = method == "prompts/get" || method == "resources/read";
    known.its.calls.begin({.id = number,
        .method = method,
        .params = std::move(params),
        .name = method,
        .may_ask = may_ask});
    return number;
}

std::optional<ServerOutcome> ServerFeatures::take(Number number)
{
    const auto found = requests.find(number);
    if (found == requests.end() || !found->second.outcome)
        return std::nullopt;
    return requests.extract(found).mapped().outcome;
}

void ServerFeatures::give_up(Number number)
{
    const auto found = requests.find(number);
    if (found == requests.end())
        return;
    if (found->second.outcome) {
        requests.erase(found);
        return;
    }
    found->second.is_given_up = true; // kept until its audit line is written
    found->second.peer->its.calls.cancel(number, calls::Cancelled::run);
}

void ServerFeatures::write(const Request& request, const ServerOutcome& outcome)
{
    constexpr std::size_t max_in_audit = 1'000;
    const Server& server = request.peer->its.server;
    audit::AuditEntry entry;
    entry.time = request.begun;
    entry.tool = request.method;
    entry.duration = outcome.duration;
    entry.request_hash = request.hash;
    if (outcome.error) {
        entry.failure = outcome.error->message;
    } else {
        const std::string text
            = outcome.result.dump(-1, ' ', false, Json::error_handler_t::replace);
        entry.output_bytes = text.size();
        entry.answer_hash = system::sha256(text);
    }
    entry.via = request.via;
    if (request.via.is_null())
        entry.by = "operator";
    if (outcome.was_sent) {
        entry.sandbox = sandbox_of(server);
        entry.mcp = {{"server", server.entry().name},
            {request.is_about_resource ? "uri" : "prompt",
                text::shortened(text::printable(request.about), max_in_audit)},
            {"era", name_of(server.introduction().era)}};
    }
    audit.write(entry);
}

void ServerFeatures::end()
{
    for (const auto& [number, request] : requests) {
        if (request.outcome)
            continue;
        ServerOutcome outcome;
        outcome.error = ToolError(Code::io_error, "it was not answered before the end");
        outcome.was_sent = request.peer->its.calls.has_sent(number);
        write(request, outcome);
    }
    requests.clear();
}

void ServerFeatures::take_ended(Number number, ServerOutcome& outcome)
{
    const auto found = requests.find(number);
    if (found == requests.end())
        return;
    Request& request = found->second;
    write(request, outcome);
    if (request.is_given_up)
        requests.erase(found);
    else
        request.outcome = std::move(outcome);
}

void ServerFeatures::subscribe_all(const Known& known)
{
    std::set<std::string> uris;
    for (const auto& [uri, count] : known.subscriptions)
        uris.insert(uri);
    if (Connection* const connection = known.its.server.connection())
        connection->subscribe(std::move(uris));
}

void ServerFeatures::subscribe(const std::string& server, const std::string& uri, Json via)
{
    Known& known = find(server);
    if (!known.its.tools.has_resources())
        refuse_without_resources(server);
    const Json params {{"uri", uri}};
    if (const auto kinds = known.its.secrets(params); !kinds.empty())
        throw refused_for_secrets(server, kinds);
    const Connection* const connection = known.its.server.connection();
    if (connection != nullptr
        && json::member(
               json::member(connection->introduction().capabilities, "resources"), "subscribe")
            != true)
        throw ToolError(Code::unsupported,
            "the MCP server " + text::in_quotes(server) + " offers no subscriptions");
    const std::string method = "resources/subscribe";
    ServerOutcome outcome;
    outcome.was_sent = true; // if it is not running: sent after the start
    write({&known, method, true, uri, hash_of_request(method, params), std::move(via),
              std::chrono::system_clock::now()},
        outcome);
    ++known.subscriptions[uri];
    known.are_subscriptions_new = true;
    known.its.server.start();
}

void ServerFeatures::unsubscribe(const std::string& server, const std::string& uri)
{
    Known& known = find(server);
    const auto found = known.subscriptions.find(uri);
    if (found == known.subscriptions.end())
        return;
    if (--found->second == 0)
        known.subscriptions.erase(found);
    known.are_subscriptions_new = true;
}

void ServerFeatures::step(Known& known)
{
    Connection* const connection = known.its.server.connection();
    const bool is_new = connection != nullptr && !known.has_connection;
    known.has_connection = connection != nullptr;
    if (connection == nullptr) {
        if (known.its.server.state() != Server::State::starting)
            known.lists.give_up();
        return;
    }
    if (is_new)
        known.lists.begin_connection();
    if (std::exchange(known.are_subscriptions_new, false) || is_new)
        subscribe_all(known);
    known.lists.step(*connection);
    for (const auto& uri : connection->take_updated())
        updated.emplace(known.its.server.entry().name, uri);
}

void ServerFeatures::step()
{
    for (const auto& known : peers)
        step(*known);
}

void ServerFeatures::watch(system::Watch& watch) const
{
    for (const auto& known : peers)
        if (known->its.server.connection() != nullptr) {
            known->lists.watch(watch);
            if (known->are_subscriptions_new)
                watch.until(system::Watch::Clock::now());
        }
}

}
