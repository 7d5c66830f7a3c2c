#include "frontends/serve/run.hpp"

#include "agent/channel/answers.hpp"
#include "agent/channel/codec.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>

#include <utility>

namespace frontends::serve {

using namespace agent;

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

Run::Run(std::string id, RunRequest wanted, const Shared& shared, std::shared_ptr<EventLog> events)
    : name(std::move(id))
    , request(std::move(wanted))
    , profile_name(shared.settings.profiles[request.profile].name)
    , workspace_name(shared.settings.workspaces[request.workspace])
    , log(std::move(events))
    , counts(shared.counts)
    , loop(shared.loop)
    , on_ready(shared.on_ready)
    , work(request.workflow != 0)
    , created(now_as_text())
    , unheard(request.say.empty() ? 0 : 1)
    , incoming(max_event, io::LineReader::Empty::kept)
{
    request.body = {};
    outgoing.add(std::exchange(request.begin, {}));
    outgoing.add(std::exchange(request.say, {}));
}

Run::State Run::state() const
{
    if (!ended.empty())
        return State::ended;
    if (worker == 0)
        return State::queued;
    if (!from_worker)
        return State::starting;
    return work.is_only(asks) ? State::waiting : State::running;
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
    const auto handler = [this](std::uint32_t) { on_ready(worker); };
    writing = loop.add(to_worker.descriptor(), handler);
    reading = loop.add(from_worker.descriptor(), handler);
    if (!reading.await(EPOLLIN))
        return fail("the server cannot wait for the worker");
    write_to_worker();
}

// A child of another process may not have closed the worker's ends yet.
void Run::close(File& pipe, io::EventLoop::Source& source)
{
    source.end();
    pipe.close();
}

void Run::leave_worker()
{
    close(from_worker, reading);
    close(to_worker, writing);
}

void Run::send(const std::string& line)
{
    outgoing.add(line);
    write_to_worker();
}

// What was not sent yet would begin a turn that nobody wants.
void Run::cancel()
{
    if (cancelled_at)
        return;
    cancelled_at = Clock::now();
    send("{\"do\":\"interrupt\"}\n{\"do\":\"quit\"}\n");
}

void Run::end_ask(const std::string& ask)
{
    if (asks.erase(ask) > 0)
        ended_asks.insert(ask);
}

bool Run::asks_for_approval(const std::string& ask) const
{
    const auto found = asks.find(ask);
    return found != asks.end()
        && (json::string_member(found->second, "kind") == "approval"
            || json::string_member(found->second, "type") == "confirm");
}

void Run::count_asks(CountsByName& kinds) const
{
    for (const auto& [id, ask] : asks) {
        const auto known = kinds.find(json::string_member(ask, "kind"));
        if (known != kinds.end())
            ++known->second;
    }
}

void Run::require_open() const
{
    if (is_finishing || cancelled_at)
        throw ToolError(Code::conflict, "the run has come to its end",
            "begin another one, with the same session");
}

// A line of the channel, as it takes it. A client that named another message would get around the
// scope of this one.
static std::string channel_line(const char* verb, const Json& fields)
{
    if (fields.contains("do"))
        throw ToolError(Code::bad_request, "unknown field 'do'");
    Json message {{"do", verb}};
    message.update(fields);
    const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    channel::decode_message<channel::HostMessage>(line);
    return line + "\n";
}

static channel::Ask ask_in(const Json& fields)
{
    Json event {{"event", "ask"}};
    event.update(fields);
    const auto received = channel::decode_event<channel::Event>(event.dump());
    return std::get<channel::Ask>(received.value().event);
}

// It is answered from here on: the worker takes one answer.
void Run::answer(Json fields)
{
    const std::string line = channel_line("answer", fields);
    const auto message
        = channel::decode_message<channel::HostMessage>(line.substr(0, line.size() - 1));
    const std::string ask = fields.at("id");
    if (ended_asks.count(ask) > 0)
        throw ToolError(Code::conflict, text::in_quotes(ask) + " has been answered already");
    const auto found = asks.find(ask);
    if (found == asks.end())
        throw ToolError(Code::not_found, "nothing was asked as " + text::in_quotes(ask),
            "'asks' of the run are those that are open");
    require_open();
    channel::require_answer(
        ask_in(found->second), channel::as_of_screen(std::get<channel::Answer>(message)));
    send(line);
    end_ask(ask);
}

void Run::say(const Json& fields)
{
    constexpr std::size_t max_outgoing = 16 << 20;
    const std::string line = channel_line("say", fields);
    require_open();
    if (request.workflow != 0)
        throw ToolError(Code::conflict, "a workflow takes no messages", "it asks what it needs");
    if (outgoing.size() + line.size() > max_outgoing)
        throw ToolError(Code::conflict, "the messages that wait for the run are more than 16 MiB",
            "wait until it has taken some");
    ++unheard;
    send(line);
}

void Run::step()
{
    if (from_worker)
        read_events();
    write_to_worker();
}

// The rest is sent when the worker has read some of it.
void Run::write_to_worker()
{
    if (to_worker && outgoing.write_some(to_worker.descriptor()).error != 0) {
        close(to_worker, writing); // it has gone: its events say how
        outgoing.clear();
        return;
    }
    if (to_worker && !writing.await(outgoing.empty() ? 0U : unsigned(EPOLLOUT)))
        fail("the server cannot wait for the worker");
}

// Returns whether there was something.
bool Run::read_events()
{
    const auto arrival = incoming.read_some(from_worker.descriptor());
    if (arrival == io::LineReader::Arrival::end)
        leave_worker();
    if (arrival != io::LineReader::Arrival::bytes)
        return false;
    take_lines();
    finish_if_done();
    return true;
}

// Lines that arrive together are written together.
void Run::take_lines()
{
    std::string whole;
    bool is_too_long = false;
    while (!incoming.empty() && !is_too_long) {
        const auto line = incoming.take();
        is_too_long = line.is_too_long;
        if (is_too_long)
            continue;
        if (!understand(line.text))
            return fail("the worker has told something that is no event");
        whole += line.text;
        whole += '\n';
    }
    if (!log->add(whole))
        fail("the events cannot be kept: the disk of the server takes no more");
    else if (is_too_long || incoming.is_in_long_line())
        fail("an event of the worker is too long");
}

// The worker is ours, and what it tells is not: it quotes a model and tools.
bool Run::understand(std::string_view line)
try {
    const auto head = channel::event_head(line);
    if (!head || head->seq != seq + 1 || head->name == "end")
        return false;
    seq = head->seq;
    if (head->name == "ask") {
        hear_ask(json::parse_bounded(line));
    } else if (head->name == "asked") {
        end_ask(json::string_member(json::members_in(line, {"id"}), "id"));
    } else if (head->name == "waiting") {
        work.hear_waiting(line);
    } else if (head->name == "step") {
        work.hear_step(line);
    } else if (head->name == "call") {
        work.hear_call(line);
    } else if (head->name == "result") {
        const Json event = json::members_in(line, {"id", "tool", "code"});
        work.hear_result(line);
        counts.add_result(event);
    } else if (head->name == "usage") {
        counts.add_usage(json::members_in(line, {"usage"}));
    } else if (head->name == "said") {
        const std::string state = json::string_member(json::members_in(line, {"state"}), "state");
        if ((state == "delivered" || state == "taken-back") && unheard > 0)
            --unheard;
    } else if (head->name == "turn" || head->name == "workflow") {
        hear_end(json::parse_bounded(line));
    } else if (head->name == "error") {
        problem = json::members_in(line, {"text", "code", "hint"});
    }
    return true;
} catch (const std::exception&) {
    return false;
}

void Run::hear_ask(Json event)
{
    const std::string id = event.at("id");
    for (const char* field : {"event", "seq", "ts", "turn"})
        event.erase(field);
    const bool is_approval = json::string_member(event, "kind") == "approval";
    asks[id] = std::move(event);
    if (!request.refuses_approvals || !is_approval)
        return;
    send(channel_line(
        "answer", {{"id", id}, {"verdict", "no"}, {"reason", "nobody can be asked here"}}));
    end_ask(id);
}

void Run::hear_end(Json event)
{
    result = nullptr; // that of the last turn counts
    if (event.at("state") != "ends")
        return;
    result = std::move(event);
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
}

// Its worker is told to end, and nothing of it counts any more.
void Run::fail(const std::string& why)
{
    result = {{"answer", nullptr}, {"exitReason", "failed"}, {"exitStatus", 1}, {"error", why}};
    if (!cancelled_at)
        cancelled_at = Clock::now(); // it is killed if it stays
    leave_worker();
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
    leave_worker();
    if (result.is_null())
        result = result_of_end(status, why, problem);
    asks.clear();
    ended = now_as_text();
    ++seq;
    const Json event {{"event", "end"}, {"seq", seq}, {"ts", ended}, {"run", shown()}};
    log->add(event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    log->is_complete = true;
}

std::string Run::exit_reason() const { return json::string_member(result, "exitReason"); }

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
