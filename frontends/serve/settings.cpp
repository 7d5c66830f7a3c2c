#include "frontends/serve/settings.hpp"

#include "toolkit/text/contains.hpp"

#include <algorithm>

namespace frontends::serve {

static Json json_of(const channel::Bounds& allowed)
{
    return {{"approve", static_cast<int>(allowed.approve)}, {"steps", allowed.steps},
        {"toolCalls", allowed.tool_calls}, {"repeats", allowed.repeats}, {"tokens", allowed.tokens},
        {"cost", allowed.cost}, {"milliseconds", allowed.time.count()},
        {"onlyTools", allowed.only_tools}, {"outputSchema", allowed.has_output_schema},
        {"may", allowed.may}};
}

static channel::Bounds bounds_in(const Json& json)
{
    channel::Bounds allowed {static_cast<channel::Approve>(json.at("approve").get<int>())};
    allowed.steps = json.at("steps");
    allowed.tool_calls = json.at("toolCalls");
    allowed.repeats = json.at("repeats");
    allowed.tokens = json.at("tokens");
    allowed.cost = json.at("cost");
    allowed.time = std::chrono::milliseconds(json.at("milliseconds").get<std::int64_t>());
    allowed.only_tools = json.at("onlyTools").get<std::vector<std::vector<std::string>>>();
    allowed.has_output_schema = json.at("outputSchema");
    allowed.may = json.at("may").get<std::vector<std::string>>();
    return allowed;
}

bool can_have_model(const Profile& profile)
{
    return profile.has_model
        || std::any_of(profile.allowed.begin(), profile.allowed.end(),
            [](const channel::Bounds& bounds) { return text::contains(bounds.may, "model"); });
}

static Json json_of(const Profile& profile)
{
    Json allowed = Json::array();
    for (const auto& bounds : profile.allowed)
        allowed.push_back(json_of(bounds));
    return {{"name", profile.name}, {"allowed", allowed}, {"tools", profile.tools},
        {"hasModel", profile.has_model}, {"workflows", profile.workflows}};
}

static Profile profile_in(const Json& json)
{
    Profile profile {
        json.at("name"), {}, json.at("tools"), json.at("hasModel"), json.at("workflows")};
    for (const auto& bounds : json.at("allowed"))
        profile.allowed.push_back(bounds_in(bounds));
    return profile;
}

static Json json_of(const ListenerRules& door)
{
    Json grants = Json::array();
    for (const auto& grant : door.grants)
        grants.push_back(
            {{"sha256", grant.sha256}, {"scopes", grant.scopes}, {"name", grant.name}});
    Json peers = Json::array();
    for (const auto& peer : door.peers)
        peers.push_back({{"user", peer.user}, {"scopes", peer.scopes}});
    return {{"hosts", door.hosts}, {"origins", door.origins}, {"grants", grants}, {"peers", peers}};
}

static ListenerRules door_in(const Json& json)
{
    ListenerRules door {json.at("hosts"), json.at("origins"), {}, {}};
    for (const auto& grant : json.at("grants"))
        door.grants.push_back(
            {grant.at("sha256"), grant.at("scopes").get<unsigned>(), grant.at("name")});
    for (const auto& peer : json.at("peers"))
        door.peers.push_back({peer.at("user").get<uid_t>(), peer.at("scopes").get<unsigned>()});
    return door;
}

static std::vector<std::int64_t> counts_of(const std::vector<std::chrono::milliseconds>& times)
{
    std::vector<std::int64_t> counts;
    counts.reserve(times.size());
    for (const auto time : times)
        counts.push_back(time.count());
    return counts;
}

Json json_of(const Settings& settings)
{
    Json profiles = Json::array();
    for (const auto& profile : settings.profiles)
        profiles.push_back(json_of(profile));
    Json http_listeners = Json::array();
    for (const auto& door : settings.http_listeners)
        http_listeners.push_back(json_of(door));
    return {{"profiles", profiles}, {"workspaces", settings.workspaces}, {"doors", http_listeners},
        {"maxRuns", settings.max_runs}, {"maxQueued", settings.max_queued},
        {"maxWaiting", settings.max_waiting}, {"hold", settings.hold.count()},
        {"keep", settings.keep.count()}, {"keepBytes", settings.keep_bytes},
        {"maxConnections", settings.max_connections},
        {"maxRequestBytes", settings.max_request_bytes}, {"stall", settings.stall.count()},
        {"drain", settings.drain.count()}, {"exitIdle", settings.exit_idle.count()},
        {"hasTraces", settings.has_traces}, {"hasWebhook", settings.has_webhook},
        {"webhookDelays", counts_of(settings.webhook_delays)}};
}

Settings settings_in(const Json& json)
{
    Settings settings;
    for (const auto& profile : json.at("profiles"))
        settings.profiles.push_back(profile_in(profile));
    settings.workspaces = json.at("workspaces").get<std::vector<std::string>>();
    for (const auto& door : json.at("doors"))
        settings.http_listeners.push_back(door_in(door));
    settings.max_runs = json.at("maxRuns");
    settings.max_queued = json.at("maxQueued");
    settings.max_waiting = json.at("maxWaiting");
    const auto time = [&](const char* name) {
        return std::chrono::milliseconds(json.at(name).get<std::int64_t>());
    };
    settings.keep = time("keep");
    settings.stall = time("stall");
    settings.hold = time("hold");
    settings.drain = time("drain");
    settings.exit_idle = time("exitIdle");
    settings.has_traces = json.at("hasTraces");
    settings.has_webhook = json.at("hasWebhook");
    for (const auto& delay : json.at("webhookDelays"))
        settings.webhook_delays.emplace_back(delay.get<std::int64_t>());
    settings.max_connections = json.at("maxConnections");
    settings.max_request_bytes = json.at("maxRequestBytes");
    settings.keep_bytes = json.at("keepBytes");
    return settings;
}

}
