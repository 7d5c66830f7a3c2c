#include "frontends/serve/front.hpp"

#include "agent/session/owner_suffix.hpp"
#include "frontends/serve/refusal.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace frontends::serve {

using namespace runner;
using namespace std::chrono_literals;

static http::HttpLimits limits_of_doors(const Settings& settings)
{
    http::HttpLimits limits;
    limits.connections = static_cast<std::size_t>(settings.max_connections);
    limits.unauthenticated = static_cast<std::size_t>(settings.max_unauthenticated);
    limits.stall_time = settings.stall;
    limits.request.body_bytes = settings.max_request_bytes;
    limits.body_time = 30s;
    limits.idle_time = 75s;
    return limits;
}

static void report(const std::string& text)
{
    const std::string line = "agentcli: " + text + "\n";
    if (write(STDERR_FILENO, line.data(), line.size()) < 0)
        errno = 0; // the error has no recipient
}

Front::Front(FrontParts given, const File& spawner, const Signals& signals)
    : parts(std::move(given))
    , signals(signals)
    , redaction(redaction::Secrets {})
    , session_owners(parts.sessions, session::owner_suffix)
    , notifications(parts.settings, parts.state, std::move(parts.sender), report)
    , runs(parts.settings, parts.state, {spawner, notifications})
    , chats(parts.settings, runs)
{
    for (std::size_t index = 0; index < parts.listening.size(); ++index)
        http_listeners.push_back(std::make_unique<HttpListener>(std::move(parts.listening[index]),
            parts.settings.http_listeners.at(index), limits_of_doors(parts.settings), *this));
}

std::optional<http::HttpResponse> Front::refusal_of(const std::function<void()>& work)
{
    try {
        work();
        return std::nullopt;
    } catch (const Refusal& refusal) {
        return refusal.response;
    } catch (const ToolError& error) {
        if (error.code == Code::io_error || error.code == Code::internal)
            report(terminal::one_line(error)); // not sent to the client
        return response_to(error);
    } catch (const std::exception&) {
        return response_to(ToolError(Code::internal, ""));
    }
}

std::optional<http::HttpResponse> Front::public_answer(const http::HttpHead& head)
{
    if (!head.is_get())
        return std::nullopt;
    if (head.target == "/healthz")
        return http::HttpResponse {
            200, {{"Content-Type", "application/json"}}, "{\"status\":\"ok\"}\n"};
    return head.target == "/readyz" ? std::optional(readiness()) : std::nullopt;
}

static const char* name_of_scope(unsigned scope)
{
    return scope == Scope::read ? "read" : scope == Scope::read_all ? "read:all" : "run";
}

static void require_scope(const Route& route, const Caller& caller)
{
    if (route.scopes.empty()
        || std::any_of(route.scopes.begin(), route.scopes.end(),
            [&](unsigned scope) { return caller.has(scope); }))
        return;
    const std::string name = name_of_scope(route.scopes.front());
    throw Refusal(403, "FORBIDDEN",
        "the client is not allowed to do this: it lacks the scope " + name,
        "a token, or an entry of --peer, with that scope is needed");
}

static void require_json(const http::HttpHead& head)
{
    const std::string type = head.value("content-type");
    const std::string_view media = std::string_view(type).substr(0, type.find(';'));
    if (text::in_lower_case(text::stripped(media)) != "application/json")
        throw Refusal(415, "UNSUPPORTED", "the body is not called application/json",
            "Content-Type: application/json");
}

// True if an Accept header names this type, or all types of its kind.
static bool accepts(const std::string& accept, std::string_view type)
{
    const std::string family = std::string(type.substr(0, type.find('/') + 1)) + "*";
    for (const std::string& name : {std::string(type), family, std::string("*/*")})
        if (accept.find(name) != std::string::npos)
            return true;
    return accept.empty();
}

static void require_acceptable(const Route& route, const http::HttpHead& head)
{
    const std::string accept = text::in_lower_case(head.value("accept"));
    std::string names;
    for (const auto& type : route.produces) {
        if (accepts(accept, type))
            return;
        names += (names.empty() ? "" : " or ") + type;
    }
    throw Refusal(406, "UNSUPPORTED", "nothing that Accept names can be had", "it is " + names);
}

static void require_known_query(const Route& route, const Target& target)
{
    for (const auto& [name, value] : target.query)
        if (std::find(route.query.begin(), route.query.end(), name) == route.query.end())
            throw ToolError(Code::bad_request,
                "the query has an unknown field " + text::in_quotes(name),
                text::did_you_mean(name, route.query));
}

// Returns the refusal of a request for reasons that are known before its body is read.
std::optional<http::HttpResponse> Front::refusal(const http::HttpHead& head, const Caller& caller)
{
    return refusal_of([&] {
        constexpr std::size_t max_target = 4096;
        if (head.target.size() > max_target)
            throw Refusal(414, "TOO_LARGE", "the target is longer than 4 KiB");
        const Target target = target_in(head.target);
        const FoundRoute found = find_route(head.method, target.path);
        require_scope(*found.route, caller);
        require_known_query(*found.route, target);
        require_acceptable(*found.route, head);
        if (!found.route->body.empty())
            require_json(head);
    });
}

void Front::take(Client client, http::HttpRequest request)
{
    const http::HttpHead head {{}, request.head.target};
    const auto refused = refusal_of([&] {
        Target target = target_in(request.head.target);
        const FoundRoute found = find_route(request.head.method, target.path);
        RouteRequest asked {client, std::move(request), std::move(target), found.id};
        require_object(*found.route, asked);
        (this->*found.route->answer)(asked);
    });
    if (refused)
        client.door->server().answer(client.exchange, worded(head, *refused));
}

void Front::lost(Client client)
{
    if (Run* const run = runs.find(chats.forget(client)))
        return runs.cancel(*run);
    checks.forget(client);
    std::string id = streams.forget(client);
    if (id.empty())
        id = waiters.forget(client);
    Run* const run = id.empty() ? nullptr : runs.find(id);
    const std::size_t readers = streams.count_of(id) + waiters.count_of(id);
    if (run != nullptr && run->ends_without_readers() && readers == 0)
        runs.cancel(*run);
}

void Front::taken(Client client)
{
    streams.wake(client);
    chats.wake(client);
}

// At the first signal, refuses new runs and ends those that have not started; the others have some
// time to end.
void Front::on_signals(bool has_some)
{
    signalfd_siginfo info {};
    while (has_some && read(signals.ends.descriptor(), &info, sizeof info) == sizeof info)
        if (++signals_heard == 1) {
            drains_until = Clock::now() + parts.settings.drain;
            runs.cancel_all(Runs::Which::queued);
        }
    if (signals_heard > 0)
        runs.suspend_waiting();
    if (signals_heard > 0 && !is_interrupted && Clock::now() >= drains_until) {
        is_interrupted = true;
        runs.cancel_all(Runs::Which::all);
    }
}

void Front::on_hangups(bool has_some)
{
    signalfd_siginfo info {};
    while (has_some && read(signals.hangups.descriptor(), &info, sizeof info) == sizeof info)
        runs.reload();
}

// Replaces the settings, except for the limits of sockets, which are fixed at the start.
void Front::use(Settings settings)
{
    settings.max_connections = parts.settings.max_connections;
    settings.max_unauthenticated = parts.settings.max_unauthenticated;
    parts.settings = std::move(settings);
    for (std::size_t index = 0; index < http_listeners.size(); ++index)
        http_listeners[index]->set_rules(parts.settings.http_listeners.at(index));
    end_forbidden();
    report("reloaded the configuration");
}

// Ends the responses to clients whose tokens no longer allow them. The runs go on.
void Front::end_forbidden()
{
    const auto is_forbidden = [this](const Client& client, const std::string& key) {
        return !may_read(client.door->now(*client.caller), key);
    };
    const http::HttpResponse refusal = http::error_response(
        401, "UNAUTHENTICATED", "the token is no longer valid", "the operator has removed it");
    streams.end_those(is_forbidden);
    for (const Client& client : waiters.forget_those(is_forbidden))
        client.door->server().answer(client.exchange, refusal);
    const auto may_not_answer = [&](const Client& client, const std::string& run) {
        return is_forbidden(client, run)
            && !may(client.door->now(*client.caller), Scope::approve, run);
    };
    for (const Client& client : checks.forget_those(may_not_answer))
        client.door->server().answer(client.exchange, refusal);
    chats.end_those(is_forbidden, refusal);
}

bool Front::is_idle() const
{
    return runs.under_way() == 0 && streams.count() == 0 && waiters.is_empty() && checks.is_empty()
        && std::none_of(http_listeners.begin(), http_listeners.end(),
            [](const auto& door) { return door->server().is_answering(); });
}

// True if the server may exit. Readers have 5 s for the last events, and receivers of webhooks for
// their responses; both can have them from the next server.
bool Front::has_drained()
{
    constexpr auto time_for_readers = 5s;
    if (!is_ending() || runs.under_way() > 0)
        return false;
    if (!closes_at) {
        closes_at = Clock::now() + time_for_readers;
        runs.all_feeds().complete();
    }
    const bool is_done = !notifications.flush() && is_idle()
        && std::none_of(http_listeners.begin(), http_listeners.end(),
            [](const auto& door) { return door->server().has_to_write(); });
    return is_done || Clock::now() >= *closes_at;
}

bool Front::has_idled()
{
    if (!is_idle() || notifications.has_pending())
        idle_since = Clock::now();
    const auto time = parts.settings.exit_idle;
    return time.count() > 0 && Clock::now() >= idle_since + time;
}

void Front::wait_and_step()
{
    system::Watch watch;
    watch.readable(signals.ends.descriptor());
    watch.readable(signals.hangups.descriptor());
    for (const auto& door : http_listeners)
        door->server().watch(watch);
    runs.watch(watch);
    streams.watch(watch);
    waiters.watch(watch);
    checks.watch(watch);
    chats.watch(watch);
    notifications.watch(watch);
    if (signals_heard > 0 && !is_interrupted)
        watch.until(drains_until);
    if (closes_at)
        watch.until(*closes_at);
    if (parts.settings.exit_idle.count() > 0 && is_idle())
        watch.until(idle_since + parts.settings.exit_idle);
    watch.wait();
    for (const auto& door : http_listeners)
        door->server().step(watch);
    runs.step(watch);
    for (const std::string& id : runs.take_changed()) {
        streams.wake(id);
        waiters.wake(id);
        checks.wake(id);
        chats.wake(id);
    }
    for (const std::string& key : runs.all_feeds().take_changed())
        streams.wake(key);
    streams.step();
    answer_waiters();
    answer_checks();
    chats.step();
    notifications.step();
    on_signals(watch.is_ready(signals.ends.descriptor()));
    on_hangups(watch.is_ready(signals.hangups.descriptor()));
    if (auto settings = runs.take_settings())
        use(*std::move(settings));
}

int Front::serve()
{
    while (signals_heard < 2) {
        wait_and_step();
        if (has_drained() || has_idled())
            return runs.has_killed() || runs.is_cut_off() ? 1 : 0;
    }
    return 1;
}

}
