#pragma once

#include "agent/redaction/redaction.hpp"
#include "agent/session/session.hpp"
#include "frontends/serve/facade.hpp"
#include "frontends/serve/http_listener.hpp"
#include "frontends/serve/notifications.hpp"
#include "frontends/serve/owner_files.hpp"
#include "frontends/serve/process_figures.hpp"
#include "frontends/serve/routes.hpp"
#include "frontends/serve/runs.hpp"
#include "frontends/serve/streams.hpp"
#include "frontends/serve/target.hpp"
#include "frontends/serve/waiters.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace agent;

// The parts of the front, received from the process that has read the flags.
struct FrontParts {
    Settings settings;
    File state; // the directory
    File sessions; // the directory
    std::vector<File> listening;
    File sender = {}; // socket; closed if nothing is to be sent
    ProcessFigures figures = {};
};

// The descriptors from which the front reads its signals.
struct Signals {
    File ends; // SIGINT, SIGTERM and SIGQUIT
    File hangups; // SIGHUP
};

// A request that was admitted and has a route.
struct RouteRequest {
    Client client;
    http::HttpRequest request;
    Target target;
    std::string id; // the id or the name in the path

    const Caller& caller() const { return *client.caller; }

    // Returns true if the Accept header names this type.
    bool wants(std::string_view type) const;
};

// Serves HTTP clients, and orders workers from the spawner. Uses one thread; only serve() blocks.
class Front : public Service {
public:
    Front(FrontParts given, const File& spawner, const Signals& signals);

    // Serves until a signal was received or the spawner has exited, and everything has ended.
    // Returns the exit status.
    int serve();

    std::optional<http::HttpResponse> public_answer(const http::HttpHead& head) override;
    std::optional<http::HttpResponse> refusal(
        const http::HttpHead& head, const Caller& caller) override;
    void take(Client client, http::HttpRequest request) override;
    void lost(Client client) override;
    void taken(Client client) override;
    http::HttpResponse worded(
        const http::HttpHead& head, http::HttpResponse response) const override
    {
        return facade::in_openai_form(head.target, std::move(response));
    }

    // Handlers of the table of routes. Each may throw a Refusal or a ToolError.
    void answer_health(RouteRequest& asked);
    void answer_readiness(RouteRequest& asked);
    void begin_run(RouteRequest& asked);
    void describe(RouteRequest& asked);
    void list_tools(RouteRequest& asked);
    void list_workflows(RouteRequest& asked);
    void show_metrics(RouteRequest& asked);
    void list_profiles(RouteRequest& asked);
    void list_runs(RouteRequest& asked);
    void show_run(RouteRequest& asked);
    void remove_run(RouteRequest& asked);
    void stream_events(RouteRequest& asked);
    void stream_all_events(RouteRequest& asked);
    void cancel_run(RouteRequest& asked);
    void answer_ask(RouteRequest& asked);
    void add_message(RouteRequest& asked);
    void list_sessions(RouteRequest& asked);
    void show_session(RouteRequest& asked);
    void fork_session(RouteRequest& asked);
    void remove_session(RouteRequest& asked);
    void list_models(RouteRequest& asked);
    void show_model(RouteRequest& asked);
    void complete_chat(RouteRequest& asked);
    void respond(RouteRequest& asked);

private:
    using Clock = system::Watch::Clock;

    // Returns the response to an exception of `work`, or nullopt.
    static std::optional<http::HttpResponse> refusal_of(const std::function<void()>& work);
    void answer(const Client& client, int status, const Json& body, http::HttpFields fields = {});
    bool may_read(const Caller& caller, const std::string& key) const;
    void answer_conversation(RouteRequest& asked, Facade::Question question, Json body);
    bool may(const Caller& caller, unsigned scope, const std::string& run) const;
    bool may_session(const Caller& caller, unsigned scope, const std::string& name) const;
    void require_object(const Route& route, const RouteRequest& asked) const;
    void require_own_names(const RunRequest& request, const Caller& caller) const;
    void keep_owners(const RunRequest& request) const;
    bool has_session(const std::string& name) const;
    Json shown_session(const session::SessionFile& file, const Caller& caller) const;
    std::string read_session(const std::string& name) const;
    session::SessionFile session_named(const std::string& name) const;
    Json kept_request(RunRequest& request) const;
    Json shown_if_kept(const std::string& id, const Caller& caller);
    Json shown(const std::string& id, const Caller& caller);
    void require_copy(const RunRequest& request) const;
    std::string begin(RunRequest request, const Runs::Once& once, const Caller& caller);
    http::HttpResponse readiness();
    void answer_waiters();
    void answer_checks();
    void answer_waiter(const Client& client, const Waiters::Waiter& waiter);
    Run& under_way(const RouteRequest& asked);
    void on_signals(bool has_some);
    void on_hangups(bool has_some);
    void use(Settings settings);
    void end_forbidden();
    void wait_and_step();
    void measure_state();
    bool is_ending() const { return signals_heard > 0 || runs.is_cut_off(); }
    bool is_idle() const;
    bool has_drained();
    bool has_idled();

    FrontParts parts;
    const Signals& signals;
    redaction::Redaction redaction;
    OwnerFiles session_owners;
    Notifications notifications;
    Runs runs;
    Streams streams;
    Waiters waiters;
    Waiters checks; // clients whose answers are being checked
    Facade chats;
    std::vector<std::unique_ptr<HttpListener>> http_listeners;
    int signals_heard = 0;
    Clock::time_point drains_until = {}; // set by the first signal
    bool is_interrupted = false; // running work was interrupted then
    std::optional<Clock::time_point> closes_at = {}; // set after the last run; at the latest
    Clock::time_point idle_since = Clock::now();
    std::uint64_t other_bytes = 0; // of the state directory without runs, as last measured
    std::optional<Clock::time_point> measured_at = {};
};

}
