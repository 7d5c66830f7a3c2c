#include "agent/mcp/server.hpp"

#include "agent/mcp/definitions.hpp"
#include "agent/mcp/http_wire.hpp"
#include "agent/mcp/sandbox_hints.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/server_source.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace agent::mcp {

using namespace std::chrono_literals;

// Time after which a call tries again: the user may have signed in from another terminal.
static constexpr auto time_between_refusals = 1s;

std::optional<Respawns::Clock::time_point> Respawns::after_end(
    Clock::time_point time, double chance)
{
    constexpr auto counted = 10min;
    constexpr std::size_t most = 5;
    constexpr std::chrono::duration<double> longest = 30s;
    constexpr double max_less = 0.2;
    while (!ends.empty() && ends.front() + counted <= time)
        ends.pop_front();
    ends.push_back(time);
    if (ends.size() > most)
        return std::nullopt;
    const auto delay = std::min(longest,
        std::chrono::duration<double>(first) * static_cast<double>(1U << (ends.size() - 1)));
    return time
        + std::chrono::duration_cast<Clock::duration>(
            delay * (1 - max_less * std::clamp(chance, 0.0, 1.0)));
}

Server::Server(ServerEntry entry, Rules rules)
    : its(std::move(entry))
    , rules(std::move(rules))
    , respawns(this->rules.patience.respawn)
{
    if (may_sign_in(its))
        token = std::make_unique<oauth::Credentials>(protected_server_of(its),
            this->rules.login_command + " " + (its.login.empty() ? its.name : its.login));
}

Server::State Server::state() const
{
    return now == State::down && next_start && Clock::now() >= *next_start ? State::resting : now;
}

std::optional<Server::Clock::time_point> Server::next_start_soon() const
{
    constexpr auto soon = 10s;
    const bool is_soon = now == State::down && was_ready && !is_refused && next_start
        && *next_start <= Clock::now() + soon;
    return is_soon ? next_start : std::nullopt;
}

std::unique_ptr<Connection> Server::begin_connection() const
{
    ConnectionRules by {rules.roots, rules.asks, its.start_timeout, rules.era,
        !its.launcher.empty(), rules.patience};
    if (its.url.empty())
        return std::make_unique<Connection>(launch_of(its), std::move(by));
    return std::make_unique<Connection>(
        [this] { return std::make_unique<HttpWire>(its, token.get()); }, std::move(by));
}

void Server::start()
{
    if (state() != State::resting)
        return;
    start_deadline = Clock::now() + its.start_timeout;
    was_ready = false;
    is_refused = false;
    try {
        if (token)
            token->load();
        if (token && token->is_barred()) {
            is_refused = true;
            return go_down(token->why());
        }
        link = begin_connection();
        now = State::starting;
    } catch (const ToolError& error) {
        go_down("could not be started: " + error.message);
        events.push_back(
            {.kind = ServerEvent::ended, .why = last_end, .has_failed_to_start = true});
    }
}

void Server::start_now()
{
    if (now == State::down) {
        respawns = Respawns(rules.patience.respawn);
        next_start = Clock::now();
    }
    start();
}

void Server::take_token()
{
    if (token)
        token->load();
}

ToolError Server::obstacle() const
{
    const std::string name = "the MCP server " + text::in_quotes(its.name) + " ";
    if (token && (is_refused || token->is_barred()))
        return {Code::permission_denied, name + last_end,
            "the operator runs '" + token->login_command() + "'"};
    if (!next_start)
        return {Code::io_error,
            name + last_end + ", too often: it is not started again in this run",
            "do without its tools"};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next_start - Clock::now());
    const std::string when
        = "it can be started again in " + text::duration_text(std::max(left, 1ms));
    return {Code::io_error, name + last_end, last_hint.empty() ? when : when + "; " + last_hint};
}

void Server::begin_list(bool is_first)
{
    is_first_list = is_first;
    next_list = Clock::now() + rules.patience.list;
    list_deadline = is_first ? start_deadline : Clock::now() + its.start_timeout;
    listing.emplace("tools/list", "tools", max_server_tools);
    if (json::member(link->introduction().capabilities, "tools").is_object())
        listing->begin(*link);
}

// An unreadable list ends the connection, even if an earlier list was valid, since the current
// tools are unknown.
void Server::take_list()
{
    if (!listing->step(*link)) {
        if (Clock::now() >= list_deadline)
            link->fail("did not list its tools within " + text::duration_text(its.start_timeout));
        return;
    }
    const PagedList done = *std::exchange(listing, std::nullopt);
    if (!done.failure().empty())
        return link->fail("can't be used: " + done.failure());
    list = done.entries();
    cut = done.is_cut();
    now = State::ready;
    events.push_back({.kind = ServerEvent::listed, .is_first = is_first_list});
}

void Server::ask_for_sign()
{
    if (now != State::ready || sign != 0)
        return;
    sign = link->ask_for_sign();
    sign_deadline = Clock::now() + rules.patience.sign;
}

void Server::look_for_sign()
{
    if (sign == 0)
        return;
    if (const auto response = link->take(sign)) {
        sign = 0;
        if (response->error && response->error->effect == Response::Error::Effect::unknown)
            link->fail(response->error->message);
    } else if (Clock::now() >= sign_deadline)
        link->fail("did not answer for " + text::duration_text(rules.patience.sign)
            + " after a call that had timed out");
}

std::chrono::milliseconds Server::time_since_start() const
{
    return std::chrono::ceil<std::chrono::milliseconds>(
        Clock::now() - (start_deadline - its.start_timeout));
}

void Server::end()
{
    if (!link)
        return;
    const bool has_failed = link->state() == Connection::State::over;
    if (!has_failed)
        link->end();
    if (has_failed || now == State::ready)
        fall(!has_failed, link->why());
    else
        fall(false,
            "was ended " + text::duration_text(time_since_start())
                + " after its start, "
                  "before it had listed its tools");
    next_start = Clock::now();
}

static double chance()
{
    static std::minstd_rand random(std::random_device {}());
    return std::uniform_real_distribution<double>(0, 1)(random);
}

void Server::go_down(const std::string& why)
{
    last_end = why;
    now = State::down;
    next_start = is_refused ? Clock::now() + time_between_refusals
                            : respawns.after_end(Clock::now(), chance());
}

void Server::fall(bool was_meant, const std::string& why)
{
    ServerEvent end {.kind = ServerEvent::ended, .why = why};
    end.was_ready = now == State::ready;
    end.has_failed_to_start = now == State::starting && link->why() == why;
    was_ready = end.was_ready;
    end.was_meant = was_meant;
    is_refused = link->wire().needs_sign_in();
    end.needs_sign_in = is_refused;
    const bool restarts = link->wire().has_lost_session();
    leaving.push_back({link->take_wire(), std::move(end)});
    go_down(why);
    if (restarts && next_start)
        next_start = Clock::now();
    link.reset();
    listing.reset();
    sign = 0;
    look_at_leaving();
}

// The end is reported when all processes are gone, since stderr and the exit status are complete
// only then.
void Server::look_at_leaving()
{
    for (auto& [wire, end] : leaving) {
        wire->step();
        if (!wire->is_over())
            continue;
        end.errors = wire->errors_tail();
        if (!end.was_meant)
            end.hint = hint_for_end(its, end.errors, end.has_failed_to_start);
        last_hint = end.hint;
        end.exit = wire->exit_status();
        end.signal = wire->signal();
        events.push_back(std::move(end));
        wire.reset();
    }
    std::erase_if(leaving, [](const Leaving& one) { return one.wire == nullptr; });
}

void Server::watch(system::Watch& watch) const
{
    if (!events.empty())
        watch.until(Clock::now());
    for (const auto& one : leaving)
        one.wire->watch(watch);
    if (!link) {
        if (token) // a renewal may outlive the connection that began it
            token->watch(watch);
        return;
    }
    link->watch(watch);
    if (link->state() == Connection::State::over)
        watch.until(Clock::now());
    if (listing)
        watch.until(list_deadline);
    else if (now == State::ready && link->has_list_changed())
        watch.until(next_list);
    if (sign != 0)
        watch.until(sign_deadline);
}

void Server::step()
{
    if (token)
        token->step();
    look_at_leaving();
    if (!link)
        return;
    if (link->state() == Connection::State::over)
        return fall(false, link->why()); // its responses were taken before
    link->step();
    if (auto line = link->take_unreadable())
        events.push_back({.kind = ServerEvent::unreadable, .why = std::move(*line)});
    if (link->state() == Connection::State::ready && now == State::starting && !listing) {
        introduced = link->introduction();
        rules.era = introduced.era;
        begin_list(true);
    }
    if (now == State::ready && !listing && Clock::now() >= next_list && link->take_list_changed())
        begin_list(false);
    if (listing)
        take_list();
    reported = link->wire().report_line();
    look_for_sign();
    if (now == State::starting && link->state() == Connection::State::over)
        fall(false, link->why()); // there are no responses to take
}

// Reports starts and ends of servers to the audit and the operator.

ServerSource::Served::Served(
    const ServerEntry& entry, const Settings& settings, const Dependencies& by)
    : server(entry,
        {roots_of(entry, settings.workspace),
            settings.prompter ? settings.prompter->modes() : QuestionModes(), {}, settings.patience,
            settings.commands.sign_in})
    , tools(server.entry(), settings.taken, {settings.pins, by.audit, by.note})
    , secrets(by.redaction, server.entry())
    , calls(server,
          {settings.prompter,
              [this, &audit = by.audit](
                  const Json& fields) { audit.write_server(asked_line(server, fields)); },
              [this](const Json& content) { return secrets_in(*this, content).empty(); }},
          settings.sign_ins)
{
    server.remember(tools.era());
}

bool ServerSource::declares(const std::string& server, const char* capability) const
{
    return std::any_of(servers.begin(), servers.end(), [&](const auto& served) {
        return served->server.entry().name == server
            && served->server.introduction().capabilities.contains(capability);
    });
}

static Json token_line(const std::string& server, const oauth::Credentials::Event& event)
{
    Json line {{"server", server}, {"state", event.state},
        {"issuer", text::printable(event.issuer)}, {"scopes", text::printable(event.scopes)}};
    if (!event.failure.empty())
        line["failure"] = text::printable(event.failure);
    return line;
}

void ServerSource::take_events(Served& served)
{
    if (oauth::Credentials* const token = served.server.credentials())
        for (const auto& event : token->take_events())
            by.audit.write_server(token_line(served.server.entry().name, event));
    for (const ServerEvent& event : served.server.take_events()) {
        if (event.kind == ServerEvent::ended) {
            take_end(served, event);
            continue;
        }
        if (event.kind == ServerEvent::unreadable) {
            take_unreadable(served, event);
            continue;
        }
        if (event.is_first)
            by.audit.write_server(started_line(served.server));
        served.tools.look(
            served.server.introduction(), served.server.tools(), served.server.is_list_cut());
        if (event.is_first) {
            note_missing_tools(served);
            settings.failures.remove(served.server.entry().hash);
        }
        keep_order();
        offer_resources();
        refuse_withheld(served);
    }
}

// Reports a server that started but offers neither tools nor resources.
void ServerSource::note_missing_tools(const Served& served) const
{
    if (served.server.tools().empty() && !served.tools.has_resources())
        by.note("the MCP server " + text::in_quotes(served.server.entry().name)
            + " has started, and has no tools");
}

// Fails the calls that waited for the start of their server if the tool's definition changed or is
// missing.
void ServerSource::refuse_withheld(Served& served)
{
    for (const auto& [id, call] : begun)
        if (call.served == &served && call.tool != nullptr && !served.tools.has(*call.tool))
            served.calls.refuse(id,
                {Code::permission_denied,
                    text::in_quotes(call.tool->name)
                        + " was not called: its server shows another definition of it, or none",
                    "do without it; the operator can approve it"});
}

void ServerSource::take_unreadable(const Served& served, const ServerEvent& event)
{
    const std::string& name = served.server.entry().name;
    by.audit.write_server({{"server", name}, {"state", "unreadable"}, {"line", event.why}});
    by.note(unreadable_note(name, event.why));
}

void ServerSource::take_end(Served& served, const ServerEvent& event)
{
    by.audit.write_server(ended_line(served.server, event));
    const std::string hint = event.hint.empty() ? "" : "; " + event.hint;
    if (event.has_failed_to_start && !event.needs_sign_in)
        settings.failures.add(served.server.entry().hash, by.redaction.redact(event.why + hint));
    if (!event.was_meant)
        by.note("the MCP server " + text::in_quotes(served.server.entry().name) + " " + event.why
            + (served.is_hinted ? "" : hint));
    served.is_hinted = served.is_hinted || !hint.empty();
    show_errors(served, event);
}

// Shows the operator the kept stderr: all of it in verbose mode, otherwise its last lines after a
// failure.
void ServerSource::show_errors(const Served& served, const ServerEvent& event) const
{
    constexpr std::size_t shown_of_failure = 2 << 10;
    if (event.errors.empty() || (event.was_meant && !settings.is_verbose))
        return;
    std::string text = by.redaction.redact(event.errors);
    if (!settings.is_verbose && text.size() > shown_of_failure) {
        text.erase(0, text.size() - shown_of_failure);
        text.erase(0, text.find('\n') + 1);
    }
    const std::string head
        = "stderr of the MCP server " + text::in_quotes(served.server.entry().name) + ": ";
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        by.note(head + text::printable(text.substr(begin, end - begin)));
        begin = end + 1;
    }
}

void ServerSource::end_all()
{
    for (const auto& served : servers)
        served->server.end();
    for (;;) {
        system::Watch watch;
        bool is_over = true;
        for (const auto& served : servers) {
            served->server.step();
            take_events(*served);
            served->server.watch(watch);
            is_over = is_over && served->server.is_over();
        }
        if (is_over)
            return;
        watch.wait();
    }
}

}
