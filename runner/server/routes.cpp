#include "runner/server/routes.hpp"

#include "runner/server/front.hpp"
#include "runner/server/refusal.hpp"
#include "toolkit/text/text.hpp"

#include <optional>

namespace runner::server {

static constexpr const char* sse_type = "text/event-stream";
static constexpr const char* ndjson_type = "application/x-ndjson";

const std::vector<Route>& route_table()
{
    static const std::vector<Route> routes {
        {"GET", "/healthz", Scope::none, "the server answers", &Front::answer_health},
        {"GET", "/readyz", Scope::none, "the server can begin runs", &Front::answer_readiness},
        {"GET", "/v1/profiles", Scope::read, "list what a run may choose", &Front::list_profiles},
        {"POST", "/v1/runs", Scope::run, "begin a run", &Front::begin_run, {}, true},
        {"GET", "/v1/runs", Scope::read, "list runs, the latest first", &Front::list_runs,
            {"state", "session", "limit", "after"}},
        {"GET", "/v1/runs/{id}", Scope::read, "show a run", &Front::show_run},
        {"DELETE", "/v1/runs/{id}", Scope::run, "remove a run that has ended", &Front::remove_run},
        {"GET", "/v1/runs/{id}/events", Scope::read, "read the events of a run",
            &Front::stream_events, {"after"}, false, {sse_type, ndjson_type}},
        {"POST", "/v1/runs/{id}/answers", Scope::run,
            "answer what a run asks; an approval needs the scope approve, too", &Front::answer_ask,
            {}, true},
        {"POST", "/v1/runs/{id}/messages", Scope::run, "say something to a run",
            &Front::add_message, {}, true},
        {"POST", "/v1/runs/{id}/cancel", Scope::run, "end a run", &Front::cancel_run},
    };
    return routes;
}

// The id in a path, empty if the pattern has none; nothing if the path is another one.
static std::optional<std::string> match(std::string_view pattern, std::string_view path)
{
    constexpr std::string_view id = "{id}";
    const std::size_t at = pattern.find(id);
    if (at == std::string_view::npos)
        return pattern == path ? std::optional(std::string()) : std::nullopt;
    const std::string_view after = pattern.substr(at + id.size());
    if (path.size() <= at + after.size() || !path.starts_with(pattern.substr(0, at))
        || !path.ends_with(after))
        return std::nullopt;
    const std::string_view value = path.substr(at, path.size() - at - after.size());
    if (value.find('/') != std::string_view::npos)
        return std::nullopt;
    return std::string(value);
}

FoundRoute find_route(std::string_view method, std::string_view path)
{
    std::string allowed;
    for (const auto& route : route_table()) {
        const auto id = match(route.path, path);
        if (id && route.method == method)
            return {&route, *id, {}};
        if (id)
            allowed += (allowed.empty() ? "" : ", ") + route.method;
    }
    if (allowed.empty())
        throw Refusal(404, "NOT_FOUND", "there is nothing at " + text::in_quotes(path),
            "runs are at /v1/runs");
    Refusal refusal(
        405, "UNSUPPORTED", text::in_quotes(method) + " is not answered here", "one of " + allowed);
    refusal.response.fields.emplace_back("Allow", allowed);
    throw refusal;
}

}
