#include "frontends/serve/front.hpp"
#include "frontends/serve/metrics.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_request.hpp"
#include "frontends/serve/state_directory.hpp"

#include <algorithm>

namespace frontends::serve {

using namespace std::chrono_literals;

// The operator has got the reason; any client may ask.
static constexpr const char* unusable_manifest
    = "the manifest of a profile could not be used when the server started";

// The handlers of the routes about the server itself.

// Measures the size of the state directory without runs and keys. Does so at most every 15 s,
// because it examines each file.
void Front::measure_state()
{
    constexpr auto between_measurements = 15s;
    if (measured_at && Clock::now() < *measured_at + between_measurements)
        return;
    other_bytes = bytes_beneath(parts.state, {"runs", "keys"});
    measured_at = Clock::now();
}

void Front::show_metrics(RouteRequest& asked)
{
    measure_state();
    Metrics metrics;
    metrics.runs = runs.count_by_state();
    metrics.asks = runs.count_asks();
    metrics.streams = streams.count();
    metrics.lagging_streams = streams.count_lagging();
    metrics.state_bytes = other_bytes + runs.bytes();
    metrics.process = parts.figures.now();
    notifications.add_to(metrics);
    std::uint64_t stalled = 0;
    for (const auto& door : http_listeners) {
        metrics.connections += door->server().connections();
        stalled += door->server().stalled();
        for (const auto& [answer, count] : door->server().answered())
            metrics.requests[{
                answer.first.empty() ? "other" : std::string(answer.first), answer.second}]
                += count;
    }
    metrics.disconnects = {{"end", streams.completed()}, {"stalled", stalled},
        {"left", streams.abandoned() - std::min(stalled, streams.abandoned())}};
    asked.client.door->server().answer(asked.client.exchange,
        {200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
            metrics_text(metrics, runs.counted())});
}

void Front::list_tools(RouteRequest& asked)
{
    const auto named = asked.target.query.find("profile");
    const std::size_t index
        = named == asked.target.query.end() ? 0 : profile_named(named->second, parts.settings);
    const Profile& profile = parts.settings.profiles[index];
    if (profile.tools.is_null())
        throw busy(503, unusable_manifest);
    Json body = profile.tools;
    body["profile"] = profile.name;
    answer(asked.client, 200, body);
}

void Front::list_workflows(RouteRequest& asked)
{
    const auto& query = asked.target.query;
    const auto& settings = parts.settings;
    const std::size_t profile
        = query.contains("profile") ? profile_named(query.at("profile"), settings) : 0;
    const std::size_t workspace
        = query.contains("workspace") ? workspace_named(query.at("workspace"), settings) : 0;
    Json list = Json::array();
    for (const auto& one : settings.profiles[profile].workflows.at(workspace))
        if (one.contains("parameters"))
            list.push_back(one);
    answer(asked.client, 200,
        {{"workflows", list}, {"profile", settings.profiles[profile].name},
            {"workspace", settings.workspaces[workspace]}});
}

http::HttpResponse Front::readiness()
{
    const auto not_ready = [](const std::string& why) { return busy(503, why).response; };
    if (is_ending())
        return not_ready("the server is ending");
    if (!runs.can_keep_more())
        return not_ready("the state directory takes no more");
    const auto& profiles = parts.settings.profiles;
    if (std::any_of(profiles.begin(), profiles.end(),
            [](const Profile& profile) { return profile.tools.is_null(); }))
        return not_ready(unusable_manifest);
    if (std::none_of(profiles.begin(), profiles.end(), can_have_model))
        return not_ready("no profile names a model");
    return {200, {{"Content-Type", "application/json"}}, "{\"status\":\"ready\"}\n"};
}

}
