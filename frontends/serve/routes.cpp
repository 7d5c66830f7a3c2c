#include "frontends/serve/routes.hpp"

#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/text/text.hpp"

#include <optional>

namespace frontends::serve {

static std::vector<Route> routes_of_the_server()
{
    return {
        {.method = "GET",
            .path = "/healthz",
            .scopes = {},
            .summary = "the server answers",
            .answer = &Front::answer_health,
            .response = "Status"},
        {.method = "GET",
            .path = "/readyz",
            .scopes = {},
            .summary = "the server can begin runs",
            .answer = &Front::answer_readiness,
            .response = "Status"},
        {.method = "GET",
            .path = "/openapi.json",
            .scopes = {Scope::read},
            .summary = "this description",
            .answer = &Front::describe,
            .response = "OpenApi"},
        {.method = "GET",
            .path = "/metrics",
            .scopes = {Scope::read_all},
            .summary = "what Prometheus reads",
            .answer = &Front::show_metrics,
            .response = "Metrics",
            .produces = {"text/plain"}},
    };
}

static std::vector<Route> routes_of_choices()
{
    return {
        {.method = "GET",
            .path = "/v1/profiles",
            .scopes = {Scope::read},
            .summary = "list what a run may choose",
            .answer = &Front::list_profiles,
            .response = "Profiles"},
        {.method = "GET",
            .path = "/v1/tools",
            .scopes = {Scope::read},
            .summary = "list the tools of a profile, and what they can do",
            .answer = &Front::list_tools,
            .query = {"profile"},
            .response = "Tools"},
        {.method = "GET",
            .path = "/v1/workflows",
            .scopes = {Scope::read},
            .summary = "list the workflows that a run may name, with their parameters",
            .answer = &Front::list_workflows,
            .query = {"profile", "workspace"},
            .response = "Workflows"},
    };
}

static std::vector<Route> routes_of_runs()
{
    return {
        {.method = "POST",
            .path = "/v1/runs",
            .scopes = {Scope::run},
            .summary = "begin a run",
            .answer = &Front::begin_run,
            .body = "RunRequest",
            .response = "Run",
            .statuses = {200, 201, 202},
            .produces = {"application/json", sse_type},
            .event = "Event",
            .fields = {"Prefer", "Idempotency-Key"}},
        {.method = "GET",
            .path = "/v1/runs",
            .scopes = {Scope::read, Scope::approve_all},
            .summary = "list runs, the latest first",
            .answer = &Front::list_runs,
            .query = {"state", "session", "limit", "after"},
            .response = "Runs"},
        {.method = "GET",
            .path = "/v1/runs/{id}",
            .scopes = {Scope::read, Scope::approve_all},
            .object = Route::Object::run,
            .summary = "show a run",
            .answer = &Front::show_run,
            .response = "Run"},
        {.method = "DELETE",
            .path = "/v1/runs/{id}",
            .scopes = {Scope::run},
            .object = Route::Object::run,
            .summary = "remove a run that has ended",
            .answer = &Front::remove_run,
            .statuses = {204}},
    };
}

static std::vector<Route> routes_of_events()
{
    return {
        {.method = "GET",
            .path = "/v1/runs/{id}/events",
            .scopes = {Scope::read},
            .object = Route::Object::run,
            .summary = "read the events of a run",
            .answer = &Front::stream_events,
            .query = {"after"},
            .statuses = {200, 204},
            .produces = {sse_type, ndjson_type},
            .event = "Event",
            .fields = {"Last-Event-ID"}},
        {.method = "GET",
            .path = "/v1/events",
            .scopes = {Scope::read},
            .summary = "read the events of all runs, as they arrive",
            .answer = &Front::stream_all_events,
            .query = {"after", "events"},
            .produces = {sse_type, ndjson_type},
            .event = "FeedItem",
            .fields = {"Last-Event-ID"}},
    };
}

static std::vector<Route> routes_in_a_run()
{
    return {
        {.method = "POST",
            .path = "/v1/runs/{id}/answers",
            .scopes = {Scope::run, Scope::approve},
            .object = Route::Object::run,
            .summary = "answer what a run asks; an approval needs the scope approve, too",
            .answer = &Front::answer_ask,
            .body = "Answer",
            .response = "Run",
            .statuses = {200, 202}},
        {.method = "POST",
            .path = "/v1/runs/{id}/messages",
            .scopes = {Scope::run},
            .object = Route::Object::run,
            .summary = "say something to a run",
            .answer = &Front::add_message,
            .body = "Message",
            .response = "Run",
            .statuses = {202}},
        {.method = "POST",
            .path = "/v1/runs/{id}/cancel",
            .scopes = {Scope::run},
            .object = Route::Object::run,
            .summary = "end a run",
            .answer = &Front::cancel_run,
            .response = "Run",
            .statuses = {202}},
    };
}

static std::vector<Route> routes_of_sessions()
{
    return {
        {.method = "GET",
            .path = "/v1/sessions",
            .scopes = {Scope::read},
            .summary = "list sessions, the latest first",
            .answer = &Front::list_sessions,
            .query = {"limit", "after"},
            .response = "Sessions"},
        {.method = "GET",
            .path = "/v1/sessions/{name}",
            .scopes = {Scope::read},
            .object = Route::Object::session,
            .summary = "show a session with its messages",
            .answer = &Front::show_session,
            .response = "SessionMessages"},
        {.method = "POST",
            .path = "/v1/sessions/{name}/fork",
            .scopes = {Scope::run},
            .object = Route::Object::session,
            .summary = "begin another session as a copy of this one",
            .answer = &Front::fork_session,
            .body = "SessionFork",
            .response = "Session",
            .statuses = {201}},
        {.method = "DELETE",
            .path = "/v1/sessions/{name}",
            .scopes = {Scope::run},
            .object = Route::Object::session,
            .summary = "delete a session",
            .answer = &Front::remove_session,
            .statuses = {204}},
    };
}

static std::vector<Route> routes_of_the_facade()
{
    return {
        {.method = "GET",
            .path = "/openai/v1/models",
            .scopes = {Scope::run},
            .summary = "list the profiles as models",
            .answer = &Front::list_models,
            .response = "Models"},
        {.method = "GET",
            .path = "/openai/v1/models/{id}",
            .scopes = {Scope::run},
            .summary = "show a profile as a model",
            .answer = &Front::show_model,
            .response = "Model"},
        {.method = "POST",
            .path = "/openai/v1/chat/completions",
            .scopes = {Scope::run},
            .summary = "answer a conversation as a chat completion",
            .answer = &Front::complete_chat,
            .body = "ChatRequest",
            .response = "ChatCompletion",
            .produces = {"application/json", sse_type},
            .event = "ChatStream"},
        {.method = "POST",
            .path = "/openai/v1/responses",
            .scopes = {Scope::run},
            .summary = "answer a conversation as a response",
            .answer = &Front::respond,
            .body = "ResponsesRequest",
            .response = "Response",
            .produces = {"application/json", sse_type},
            .event = "ResponseEvent"},
    };
}

const std::vector<Route>& route_table()
{
    static const std::vector<Route> routes = [] {
        std::vector<Route> all = routes_of_the_server();
        for (const auto more : {routes_of_choices, routes_of_runs, routes_of_events,
                 routes_in_a_run, routes_of_sessions, routes_of_the_facade})
            for (Route& route : more())
                all.push_back(std::move(route));
        return all;
    }();
    return routes;
}

// Returns the id or the name in a path, empty if the pattern has neither; nullopt if the path does
// not match.
static std::optional<std::string> match(std::string_view pattern, std::string_view path)
{
    const std::size_t at = pattern.find('{');
    if (at == std::string_view::npos)
        return pattern == path ? std::optional(std::string()) : std::nullopt;
    const std::string_view after = pattern.substr(pattern.find('}') + 1);
    if (path.size() <= at + after.size() || !path.starts_with(pattern.substr(0, at))
        || !path.ends_with(after))
        return std::nullopt;
    const std::string_view value = path.substr(at, path.size() - at - after.size());
    if (value.find('/') != std::string_view::npos)
        return std::nullopt;
    return std::string(value);
}

std::string_view pattern_of(std::string_view path)
{
    for (const auto& route : route_table())
        if (match(route.path, path))
            return route.path;
    return {};
}

static Refusal not_allowed(std::string_view method, const std::string& allowed)
{
    Refusal refusal(
        405, "UNSUPPORTED", text::in_quotes(method) + " is not answered here", "one of " + allowed);
    refusal.response.fields.emplace_back("Allow", allowed);
    return refusal;
}

FoundRoute find_route(std::string_view method, std::string_view path)
{
    std::string allowed;
    for (const auto& route : route_table()) {
        const auto id = match(route.path, path);
        const bool is_get = route.method == "GET";
        if (id && (route.method == method || (is_get && method == "HEAD")))
            return {&route, *id, {}};
        if (id)
            allowed += (allowed.empty() ? "" : ", ") + route.method + (is_get ? ", HEAD" : "");
    }
    if (allowed.empty())
        throw Refusal(404, "NOT_FOUND", "there is nothing at " + text::in_quotes(path),
            "runs are at /v1/runs, sessions at /v1/sessions");
    throw not_allowed(method, allowed);
}

}
