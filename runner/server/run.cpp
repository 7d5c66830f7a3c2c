#include "runner/server/run.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace runner::server {

static constexpr std::size_t max_event = 17 << 20; // the channel's are at most 16 MiB

static std::string now_as_text() { return text::rfc3339(std::chrono::system_clock::now()); }

const char* name_of(Run::State state)
{
    switch (state) {
    case Run::State::queued: return "queued";
    case Run::State::starting:
    case Run::State::running: return "running";
    case Run::State::waiting: return "waiting";
    case Run::State::ended: return "ended";
    }
    return "";
}

Run::Run(
    std::string id, RunRequest wanted, const Settings& settings, std::shared_ptr<EventLog> events)
    : name(std::move(id))
    , request(std::move(wanted))
    , profile_name(settings.profiles[request.profile].name)
    , workspace_name(settings.workspaces[request.workspace])
    , log(std::move(events))
    , created(now_as_text())
    , outgoing(request.begin + request.say)
{
    request.body = {};
    request.begin = {};
    request.say = {};
}

Run::State Run::state() const
{
    if (!ended.empty())
        return State::ended;
    if (worker == 0)
        return State::queued;
    if (!from_worker)
        return State::starting;
    return !asks.empty() && calls.size() <= asks.size() ? State::waiting : State::running;
}

void Run::ask_for_worker(std::uint32_t number)
{
    worker = number;
    started = now_as_text();
}

static void never_wait_on(const File& file)
{
    fcntl(file.descriptor(), F_SETFL, fcntl(file.descriptor(), F_GETFL) | O_NONBLOCK);
}

void Run::connect(File to, File from)
{
    never_wait_on(to);
    never_wait_on(from);
    to_worker = std::move(to);
    from_worker = std::move(from);
}

void Run::send(const std::string& line) { outgoing += line; }

// What was not sent yet would begin a turn that nobody wants.
void Run::cancel()
{
    if (cancelled_at)
        return;
    cancelled_at = Clock::now();
    send("{\"do\":\"interrupt\"}\n{\"do\":\"quit\"}\n");
}

void Run::watch(system::Watch& watch)
{
    watched_at = watch.descriptors.size();
    watch.descriptors.push_back({from_worker.descriptor(), POLLIN, 0});
    watch.descriptors.push_back({outgoing.empty() ? -1 : to_worker.descriptor(), POLLOUT, 0});
}

void Run::step(const system::Watch& watch)
{
    if (watched_at + 1 >= watch.descriptors.size() || !from_worker)
        return;
    if (watch.descriptors[watched_at].revents != 0)
        read_events();
    write_to_worker();
}

void Run::write_to_worker()
{
    while (to_worker && !outgoing.empty()) {
        const ssize_t count = write(to_worker.descriptor(), outgoing.data(), outgoing.size());
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (count < 0) { // it has gone: its events say how
            to_worker.close();
            outgoing.clear();
            return;
        }
        outgoing.erase(0, static_cast<std::size_t>(count));
    }
}

// Returns whether there was something.
bool Run::read_events()
{
    std::array<char, 64 << 10> buffer; // NOLINT: read into
    const ssize_t count = read(from_worker.descriptor(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (count <= 0) {
        from_worker.close();
        to_worker.close();
        return false;
    }
    incoming.append(buffer.data(), static_cast<std::size_t>(count));
    take_lines();
    finish_if_done();
    return true;
}

// Lines that arrive together are written together.
void Run::take_lines()
{
    std::size_t whole = 0;
    for (;;) {
        const std::size_t newline = incoming.find('\n', searched);
        if (newline == std::string::npos) {
            searched = incoming.size();
            break;
        }
        if (!understand(std::string_view(incoming).substr(whole, newline - whole))) {
            incoming.clear();
            searched = 0;
            return fail("the worker has told something that is no event");
        }
        whole = searched = newline + 1;
    }
    const bool is_kept = log->add(std::string_view(incoming).substr(0, whole));
    incoming.erase(0, whole);
    searched -= whole;
    if (!is_kept)
        fail("the events cannot be kept: the disk of the server takes no more");
    else if (incoming.size() > max_event)
        fail("an event of the worker is too long");
}

// The worker is ours, and what it tells is not: it quotes a model and tools.
bool Run::understand(std::string_view line)
try {
    const auto head = event_head(line);
    if (!head || head->seq != seq + 1 || head->name == "end")
        return false;
    seq = head->seq;
    if (head->name == "ask") {
        Json ask = json::parse_bounded(line);
        const std::string id = ask.at("id");
        for (const char* field : {"event", "seq", "ts", "turn"})
            ask.erase(field);
        asks[id] = std::move(ask);
    } else if (head->name == "asked") {
        asks.erase(json::string_member(json::members_in(line, {"id"}), "id"));
    } else if (head->name == "call") {
        calls.insert(json::string_member(json::members_in(line, {"id"}), "id"));
    } else if (head->name == "result") {
        calls.erase(json::string_member(json::members_in(line, {"id"}), "id"));
    } else if (head->name == "said") {
        const std::string state = json::string_member(json::members_in(line, {"state"}), "state");
        if ((state == "delivered" || state == "taken-back") && unheard > 0)
            --unheard;
    } else if (head->name == "turn") {
        hear_turn(json::parse_bounded(line));
    } else if (head->name == "error") {
        problem = json::members_in(line, {"text", "code", "hint"});
    }
    return true;
} catch (const std::exception&) {
    return false;
}

void Run::hear_turn(const Json& event)
{
    if (event.at("state") != "ends")
        return;
    result = event;
    for (const char* field : {"event", "seq", "ts", "turn", "state"})
        result.erase(field);
}

// The run is over when a turn has ended and no message waits to begin another one.
void Run::finish_if_done()
{
    if (result.is_null() || unheard > 0 || is_finishing || cancelled_at)
        return;
    is_finishing = true;
    send("{\"do\":\"quit\"}\n");
    write_to_worker();
}

// Its worker is told to end, and nothing of it counts any more.
void Run::fail(const std::string& why)
{
    result = {{"answer", nullptr}, {"exitReason", "failed"}, {"exitStatus", 1}, {"error", why}};
    if (!cancelled_at)
        cancelled_at = Clock::now(); // it is killed if it stays
    from_worker.close();
    to_worker.close();
}

static Json result_of_end(std::int32_t status, const std::string& why, const Json& problem)
{
    Json result {{"answer", nullptr}, {"exitReason", why}, {"exitStatus", status}};
    if (problem.is_null())
        return result;
    result["error"] = json::string_member(problem, "text");
    for (const char* field : {"code", "hint"})
        if (problem.contains(field))
            result[field] = problem.at(field);
    return result;
}

void Run::end(std::int32_t status, const std::string& why)
{
    while (from_worker && read_events()) // what it has still told
        ;
    from_worker.close();
    if (result.is_null())
        result = result_of_end(status, why, problem);
    asks.clear();
    calls.clear();
    ended = now_as_text();
    ++seq;
    const Json event {{"event", "end"}, {"seq", seq}, {"ts", ended}, {"run", shown()}};
    log->add(event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    log->is_complete = true;
    to_worker.close();
}

Json Run::shown() const
{
    Json run {{"id", name}, {"state", name_of(state())}, {"profile", profile_name},
        {"workspace", workspace_name}};
    const auto add = [&](const char* field, const std::string& value) {
        if (!value.empty())
            run[field] = value;
    };
    add("session", request.session);
    add("createdAt", created);
    add("startedAt", started);
    add("endedAt", ended);
    run["asks"] = Json::array();
    for (const auto& [id, ask] : asks)
        run["asks"].push_back(ask);
    run["lastSeq"] = seq;
    if (!ended.empty())
        run["result"] = result;
    return run;
}

}
