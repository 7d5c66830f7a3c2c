#include "agent/mcp/server.hpp"

#include "agent/mcp/definitions.hpp"
#include "agent/mcp/http_wire.hpp"
#include "agent/mcp/server_launch.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace agent::mcp {

using namespace std::chrono_literals;

Server::Server(ServerEntry entry, Rules rules)
    : its(std::move(entry))
    , rules(std::move(rules))
    , respawns(this->rules.patience.respawn)
{
}

Server::State Server::state() const
{
    return now == State::down && next_start && Clock::now() >= *next_start ? State::resting : now;
}

std::unique_ptr<Connection> Server::begin_connection() const
{
    ConnectionRules by {rules.roots, rules.can_ask, its.start_timeout, rules.era,
        !its.launcher.empty(), rules.patience};
    if (its.url.empty())
        return std::make_unique<Connection>(launch_of(its), std::move(by));
    return std::make_unique<Connection>(
        [this] { return std::make_unique<HttpWire>(its); }, std::move(by));
}

void Server::start()
{
    if (state() != State::resting)
        return;
    try {
        link = begin_connection();
        now = State::starting;
    } catch (const ToolError& error) {
        go_down("could not be started: " + error.message);
        events.push_back({.kind = ServerEvent::ended, .why = last_end});
    }
}

ToolError Server::obstacle() const
{
    const std::string name = "the MCP server " + text::in_quotes(its.name) + " ";
    if (!next_start)
        return {Code::io_error,
            name + last_end + ", too often: it is not started again in this run",
            "do without its tools"};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next_start - Clock::now());
    return {Code::io_error, name + last_end,
        "it can be started again in " + text::duration_text(std::max(left, 1ms))};
}

void Server::begin_list(bool is_first)
{
    is_first_list = is_first;
    next_list = Clock::now() + rules.patience.list;
    list_deadline = Clock::now() + its.start_timeout;
    listing.emplace("tools/list", "tools", max_server_tools);
    if (json::member(link->introduction().capabilities, "tools").is_object())
        listing->begin(*link);
}

// A list that can't be read is the end of a server that starts; of one that has another list it is
// none, and the one before counts.
void Server::take_list()
{
    if (!listing->step(*link)) {
        if (Clock::now() >= list_deadline)
            link->fail("did not list its tools within " + text::duration_text(its.start_timeout));
        return;
    }
    const PagedList done = *std::exchange(listing, std::nullopt);
    if (!done.failure().empty() && is_first_list)
        return link->fail("can't be used: " + done.failure());
    if (!done.failure().empty())
        return;
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

void Server::end()
{
    if (!link)
        return;
    link->end();
    fall(true);
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
    next_start = respawns.after_end(Clock::now(), chance());
}

void Server::fall(bool was_meant)
{
    ServerEvent end {.kind = ServerEvent::ended, .why = link->why()};
    end.was_ready = now == State::ready;
    end.was_meant = was_meant;
    const bool begins_anew = link->wire().has_lost_session();
    leaving.push_back({link->take_wire(), std::move(end)});
    go_down(link->why());
    if (begins_anew && next_start)
        next_start = Clock::now();
    link.reset();
    listing.reset();
    sign = 0;
    look_at_leaving();
}

// The end is told when nothing is left: by then all that it had to say is there.
void Server::look_at_leaving()
{
    for (auto& [wire, end] : leaving) {
        wire->step();
        if (!wire->is_over())
            continue;
        end.errors = wire->errors_tail();
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
    if (!link)
        return;
    link->watch(watch);
    if (link->state() == Connection::State::over)
        watch.until(Clock::now());
    if (listing)
        watch.until(list_deadline);
    if (sign != 0)
        watch.until(sign_deadline);
}

void Server::step()
{
    look_at_leaving();
    if (!link)
        return;
    if (link->state() == Connection::State::over)
        return fall(false); // what it had answered has been taken
    link->step();
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
}

}
