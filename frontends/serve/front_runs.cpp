#include "agent/channel/codec.hpp"
#include "frontends/serve/front.hpp"
#include "frontends/serve/openapi.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace frontends::serve {

// The handlers of the routes of runs.

void Front::answer(const Client& client, int status, const Json& body, http::HttpFields fields)
{
    fields.emplace_back("Content-Type", "application/json");
    client.door->server().answer(client.exchange,
        {status, std::move(fields),
            body.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"});
}

void Front::answer_health(RouteRequest& asked) { answer(asked.client, 200, {{"status", "ok"}}); }

void Front::answer_readiness(RouteRequest& asked)
{
    asked.client.door->server().answer(asked.client.exchange, readiness());
}

// Returns the part of a request that is stored, redacted. A later server can continue the run if
// redaction has changed nothing, unless it ends with its readers.
Json Front::kept_request(RunRequest& request) const
{
    Json kept {{"profile", parts.settings.profiles[request.profile].name},
        {"workspace", parts.settings.workspaces[request.workspace]}};
    if (!request.owner.empty())
        kept["owner"] = request.owner;
    if (!request.session.empty())
        kept["session"] = request.session;
    if (!request.trace_parent.empty())
        kept["traceparent"] = redaction.redact(request.trace_parent);
    kept["createdAt"] = text::rfc3339(std::chrono::system_clock::now());
    kept["request"] = redaction.redact_json(request.body);
    request.can_continue = request.body.is_object() && !request.ends_without_readers
        && kept["request"] == request.body;
    kept["canContinue"] = request.can_continue;
    return kept;
}

// Combines the key with the owner, so that the keys of two clients differ.
static Runs::Once once_of(const http::HttpRequest& request, const Caller& caller)
{
    constexpr std::size_t max_key = 255;
    const std::string key = request.head.value("idempotency-key");
    if (!request.head.has("idempotency-key"))
        return {};
    if (key.empty() || key.size() > max_key)
        throw ToolError(Code::bad_request, "the Idempotency-Key does not have 1 to 255 characters");
    const std::string whole = caller.owner.empty() ? key : caller.owner + "\n" + key;
    return {system::sha256(whole), system::sha256(request.body)};
}

// Responds 200 if the run has ended, 202 if it asks something or continues.
void Front::answer_waiter(const Client& client, const Waiters::Waiter& waiter)
{
    const auto refused = refusal_of([&] {
        const Json run = shown(waiter.run, *client.caller); // throws if it has been removed
        answer(client, run.at("state") == "ended" ? 200 : 202, run,
            {{"Location", "/v1/runs/" + waiter.run},
                {"Preference-Applied", "wait=" + std::to_string(waiter.time.count())}});
    });
    if (refused)
        client.door->server().answer(client.exchange, *refused);
}

void Front::answer_waiters()
{
    for (const auto& [client, waiter] : waiters.take()) {
        const Run* const under_way = runs.find(waiter.run);
        if (under_way != nullptr && under_way->state() != Run::State::waiting
            && Waiters::Clock::now() < waiter.deadline)
            continue;
        waiters.forget(client);
        answer_waiter(client, waiter);
    }
}

// Responds 200 if the worker has accepted the answer, 202 if it is still checking it. A run that
// ends in the meantime has not accepted it: the event `asked` comes long before the end.
void Front::answer_checks()
{
    for (const auto& [client, waiter] : checks.take()) {
        const Run* const run = runs.find(waiter.run);
        const bool is_checking = run != nullptr && run->is_checking(waiter.ask);
        if (is_checking && Waiters::Clock::now() < waiter.deadline)
            continue;
        checks.forget(client);
        const auto refused = refusal_of([&, &to = client, &of = waiter] {
            if (run == nullptr)
                throw Refusal(409, "CONFLICT", "the run has ended before it accepted the answer",
                    "begin another one, with the same session");
            if (const auto why = run->refusal_of(of.ask))
                throw Refusal(why->code == "BUSY" ? 503
                        : why->code == "CONFLICT" ? 409
                                                  : 422,
                    why->code, why->text, why->hint.value_or(""));
            answer(to, is_checking ? 202 : 200, shown(of.run, *to.caller));
        });
        if (refused)
            client.door->server().answer(client.exchange, *refused);
    }
}

Run& Front::under_way(const RouteRequest& asked)
{
    Run* const run = runs.find(asked.id);
    if (run == nullptr)
        throw Refusal(409, "CONFLICT", "the run has ended", "begin another one");
    return *run;
}

// Limits how long an answer may be checked: less than the 30 s that clients/ wait for a response.
static constexpr std::chrono::seconds time_for_check(20);

// A client needs the scope `approve` to approve a call; the scope to begin runs does not suffice.
// For a client with `approve` alone, any other ask is unknown.
void Front::answer_ask(RouteRequest& asked)
{
    Json fields = body_in(asked.request.body);
    Run& run = under_way(asked);
    auto given = channel::decode_fields<channel::Answer>(std::move(fields));
    const bool is_approval = run.asks_for_approval(given.id);
    if (is_approval && !asked.caller().covers(Scope::approve, run.owner()))
        throw Refusal(403, "FORBIDDEN",
            "the client is not allowed to approve: it lacks the scope approve",
            "a token, or an entry of --peer, with that scope is needed");
    if (!is_approval && !asked.caller().covers(Scope::run, run.owner()))
        throw Run::unknown_ask(given.id);
    auto* const verdict = std::get_if<channel::VerdictAnswer>(&given.content);
    if (verdict != nullptr && !asked.caller().owner.empty())
        verdict->by = asked.caller().owner;
    run.answer(given);
    if (run.is_checking(given.id))
        return checks.add(asked.client, run.id(), time_for_check, given.id);
    answer(asked.client, 200, shown(run.id(), asked.caller()));
}

void Front::add_message(RouteRequest& asked)
{
    Run& run = under_way(asked);
    run.say(channel::decode_fields<channel::Say>(body_in(asked.request.body)));
    answer(asked.client, 202, shown(run.id(), asked.caller()));
}

// Throws a Refusal if the session to copy is unknown, unless a run is about to make it, or the new
// name is in use.
void Front::require_copy(const RunRequest& request) const
{
    if (runs.holder_of(request.fork_of).empty())
        session_named(request.fork_of);
    if (session::find_session_file(parts.sessions, request.session))
        throw Refusal(409, "ALREADY_EXISTS",
            "the session " + text::in_quotes(request.session) + " exists already",
            "'fork' is the name of a new session");
}

// Begins a run, and returns its id.
std::string Front::begin(RunRequest request, const Runs::Once& once, const Caller& caller)
{
    if (is_ending())
        throw busy(503, "the server is ending");
    request.owner = caller.owner;
    if (!runs.has_key(once)) {
        require_own_names(request, caller);
        if (!request.fork_of.empty())
            require_copy(request);
        keep_owners(request);
    }
    const Json kept = kept_request(request);
    return runs.begin(std::move(request), kept, once);
}

void Front::begin_run(RouteRequest& asked)
{
    RunRequest request = run_request_in(body_in(asked.request.body), parts.settings);
    request.trace_parent = asked.request.head.value("traceparent");
    const std::string id
        = begin(std::move(request), once_of(asked.request, asked.caller()), asked.caller());
    const http::HttpFields location {{"Location", "/v1/runs/" + id}};
    if (const auto time = preferred_wait(asked.request.head.value("prefer")))
        return waiters.add(asked.client, id, *time);
    if (asked.wants(sse_type))
        return streams.begin(asked.client, id, runs.events_of(id),
            {.from = {EventText(EventFormat::sse, 0)}, .fields = location});
    answer(asked.client, 201, shown(id, asked.caller()), location);
}

void Front::show_run(RouteRequest& asked)
{
    answer(asked.client, 200, shown(asked.id, asked.caller()));
}

void Front::describe(RouteRequest& asked) { answer(asked.client, 200, openapi_document()); }

static Json shown_profile(const Profile& profile)
{
    const channel::Bounds& allowed = profile.allowed.front();
    Json limits {
        {"steps", allowed.steps}, {"toolCalls", allowed.tool_calls}, {"repeats", allowed.repeats}};
    if (allowed.time.count() > 0)
        limits["seconds"] = std::chrono::duration<double>(allowed.time).count();
    if (allowed.tokens > 0)
        limits["tokens"] = allowed.tokens;
    if (allowed.cost > 0)
        limits["cost"] = allowed.cost;
    return {{"name", profile.name}, {"limits", limits},
        {"approve", std::string(channel::word_of(allowed.approve))}, {"hostMay", allowed.may}};
}

void Front::list_profiles(RouteRequest& asked)
{
    Json profiles = Json::array();
    for (const auto& profile : parts.settings.profiles)
        profiles.push_back(shown_profile(profile));
    answer(asked.client, 200, {{"profiles", profiles}, {"workspaces", parts.settings.workspaces}});
}

// Returns the ids of the runs that a client may see, the latest first.
static std::vector<std::string> visible_runs(
    const Runs& runs, const Caller& caller, Runs::Wanted wanted)
{
    if (caller.has_for_all(Scope::read))
        return runs.ids(wanted);
    std::set<std::string, std::greater<>> ids;
    const auto add = [&](const Runs::Wanted& some) {
        for (auto& id : runs.ids(some))
            ids.insert(std::move(id));
    };
    wanted.is_asking = true;
    if (caller.has_for_all(Scope::approve))
        add(wanted);
    wanted.is_asking = false;
    wanted.from.owner = caller.owner;
    if (caller.has(Scope::read) && !caller.owner.empty())
        add(wanted);
    std::vector<std::string> list(ids.begin(), ids.end());
    list.resize(std::min(list.size(), wanted.limit));
    return list;
}

void Front::list_runs(RouteRequest& asked)
{
    const auto& query = asked.target.query;
    const auto value_of = [&](const char* name) {
        const auto found = query.find(name);
        return found == query.end() ? std::string() : found->second;
    };
    Runs::Wanted wanted {{}, value_of("state"), number_in(asked.target, "limit", 50, 1000)};
    wanted.from.before = value_of("after");
    if (query.contains("session")) {
        wanted.from.session = value_of("session");
        session::check_session_name(*wanted.from.session);
    }
    Json list = Json::array();
    for (const auto& id : visible_runs(runs, asked.caller(), std::move(wanted)))
        if (Json run = shown_if_kept(id, asked.caller()); !run.is_null())
            list.push_back(std::move(run));
    answer(asked.client, 200, {{"runs", list}});
}

void Front::remove_run(RouteRequest& asked)
{
    if (runs.find(asked.id) != nullptr)
        throw Refusal(409, "CONFLICT", "the run has not ended",
            "POST /v1/runs/" + asked.id + "/cancel ends it");
    if (!runs.remove(asked.id))
        throw ToolError(Code::io_error, "cannot remove the run");
    asked.client.door->server().answer(asked.client.exchange, {204});
}

void Front::cancel_run(RouteRequest& asked)
{
    if (Run* const run = runs.find(asked.id))
        runs.cancel(*run);
    answer(asked.client, 202, shown(asked.id, asked.caller()));
}

}
