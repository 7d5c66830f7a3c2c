#include "frontends/serve/run.hpp"

#include "agent/channel/answers.hpp"
#include "agent/channel/dispatch.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_files.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace frontends::serve {

using namespace agent;

static constexpr std::size_t max_event = 17 << 20; // events of the channel have at most 16 MiB

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
    , notifications(shared.notifications)
    , files(shared.files)
    , spans(notifications.new_spans(profile_name, request.trace_parent))
    , work(request.workflow != 0)
    , created(request.created.empty() ? now_as_text() : request.created)
    , seq(request.last_event)
    , unheard(request.say.empty() ? 0 : 1)
    , incoming(max_event, io::LineReader::Empty::kept)
{
    seq_in_feeds = seq;
    bytes_in_feeds = log->size();
    request.body = {};
    outgoing.add(std::exchange(request.begin, {}));
    outgoing.add(std::exchange(request.say, {}));
}

Run::State Run::state() const
{
    if (!ended.empty())
        return State::ended;
    if (is_suspended)
        return worker == 0 ? State::queued : State::waiting;
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

// Ends the source explicitly: a child of another process may still have the worker's ends open.
void Run::close(File& pipe, io::EventLoop::Source& source)
{
    source.end();
    pipe.close();
}

bool Run::can_continue() const
{
    const bool asks_something = request.workflow == 0 ? !asks.empty() : state() == State::waiting;
    return request.can_continue && !cancelled_at && (state() == State::queued || asks_something);
}

void Run::suspend()
{
    for (auto& [ask, problem] : checked)
        if (!problem)
            problem = channel::Error {"the server is ending before the answer was checked", "BUSY"};
    is_suspended = true;
    log->is_complete = true;
    leave_worker();
}

void Run::leave_worker()
{
    close(from_worker, reading);
    close(to_worker, writing);
}

void Run::send(const channel::HostMessage& message) { send(line_of(message)); }

void Run::send(const std::string& line)
{
    outgoing.add(line);
    write_to_worker();
}

// Messages that were not sent yet are dropped: they would begin an unwanted turn.
void Run::cancel()
{
    if (cancelled_at)
        return;
    cancelled_at = Clock::now();
    send(line_of(channel::Interrupt {}) + line_of(channel::Quit {}));
}

void Run::say(const channel::Say& say)
{
    constexpr std::size_t max_outgoing = 16 << 20;
    const std::string line = line_of(say);
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

// Sends the rest when the worker has read some.
void Run::write_to_worker()
{
    if (to_worker && outgoing.write_some(to_worker.descriptor()).error != 0) {
        close(to_worker, writing); // the worker has exited; its events report how it ended
        outgoing.clear();
        return;
    }
    if (to_worker && !writing.await(outgoing.empty() ? 0U : unsigned(EPOLLOUT)))
        fail("the server cannot wait for the worker");
}

// Returns whether anything was read.
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

// Writes lines that arrive together in one piece.
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

// Handles the events that both kinds of runs have. `line` is the whole event.
class Run::Events {
public:
    using Head = channel::Head;

    Events(Run& run, std::string_view line)
        : run(run)
        , line(line)
    {
    }

    void operator()(const Head& /*head*/, const channel::Ask& ask) { run.on_ask(ask, line); }
    void operator()(const Head& /*head*/, const channel::Asked& asked) { run.on_asked(asked); }
    void operator()(const Head& /*head*/, const channel::Result& result)
    {
        run.work.follow(result);
        run.counts.add(result);
    }
    void operator()(const Head& /*head*/, const channel::Usage& usage) { run.counts.add(usage); }
    void operator()(const Head& /*head*/, const channel::Error& error) { run.on_error(error); }
    void operator()(const Head& /*head*/, const channel::End& /*end*/)
    {
        throw ToolError(Code::bad_request, "only the server ends a run");
    }

protected:
    Run& run;
    const std::string_view line;
};

class Run::ConversationEvents : public Run::Events {
public:
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Text, channel::Reasoning,
        channel::Message, channel::CallEvent, channel::Context, channel::Note, channel::Step,
        channel::Workflow, channel::Unknown>;
    using Events::Events;
    using Events::operator();

    void operator()(const Head& /*head*/, const channel::Waiting& waiting)
    {
        run.work.follow(waiting);
    }
    void operator()(const Head& /*head*/, const channel::Said& said)
    {
        const bool has_ended = said.state == channel::SaidState::delivered
            || said.state == channel::SaidState::taken_back;
        if (has_ended && run.unheard > 0)
            --run.unheard;
    }
    void operator()(const Head& /*head*/, const channel::Turn& turn)
    {
        run.result = nullptr; // only the result of the last turn counts
        if (const auto* const end = std::get_if<channel::TurnEnds>(&turn.state))
            run.on_end(end->exit_reason, line);
    }
};

class Run::WorkflowEvents : public Run::Events {
public:
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Turn, channel::Said,
        channel::Text, channel::Reasoning, channel::Message, channel::Waiting, channel::Context,
        channel::Note, channel::Unknown>;
    using Events::Events;
    using Events::operator();

    void operator()(const Head& /*head*/, const channel::CallEvent& call) { run.work.follow(call); }
    void operator()(const Head& /*head*/, const channel::Step& step) { run.work.follow(step); }
    void operator()(const Head& /*head*/, const channel::Workflow& workflow)
    {
        const auto* const begin = std::get_if<channel::WorkflowBegins>(&workflow.state);
        if (begin != nullptr && run.request.run_id.empty())
            run.new_run_id = run.request.run_id = begin->run_id;
        if (const auto* const end = std::get_if<channel::WorkflowEnds>(&workflow.state))
            run.on_end(end->exit_reason, line);
    }
};

// Handles an event of the worker. The worker is trusted, but quotes a model and tools. Ignored
// events are not parsed. Returns false if the line is not an event.
bool Run::understand(std::string_view line)
try {
    const auto head = channel::event_head(line);
    if (!head || head->seq != seq + 1)
        return false;
    seq = head->seq;
    if (request.workflow != 0) {
        WorkflowEvents events(*this, line);
        channel::dispatch<channel::Event>(line, events);
    } else {
        ConversationEvents events(*this, line);
        channel::dispatch<channel::Event>(line, events);
    }
    if (spans)
        spans->follow(line);
    return true;
} catch (const std::exception&) {
    return false;
}

// Returns the part of an event for clients: all but its head.
static Json without_head(std::string_view line)
{
    Json event = channel::parse_event(line);
    for (const char* field : {"event", "seq", "ts", "turn"})
        event.erase(field);
    return event;
}

void Run::on_ask(const channel::Ask& ask, std::string_view line)
{
    asks[ask.id] = {ask, without_head(line)};
    if (!request.refuses_approvals || !std::holds_alternative<channel::ApprovalAsk>(ask.about))
        return;
    send(channel::Answer {
        ask.id, channel::VerdictAnswer {channel::Verdict::no, "nobody can be asked here"}});
    end_ask(ask.id);
}

void Run::on_end(const std::string& reason, std::string_view line)
{
    result = without_head(line);
    result.erase("state");
    result_reason = reason;
}

// Ends the run when a turn has ended and no message waits to begin another one.
void Run::finish_if_done()
{
    if (result.is_null() || unheard > 0 || is_finishing || cancelled_at)
        return;
    is_finishing = true;
    send(channel::Quit {});
}

// Fails the run: asks its worker to end, and ignores its further events.
void Run::fail(const std::string& why)
{
    result_reason = "failed";
    result = {{"answer", nullptr}, {"exitReason", result_reason}, {"exitStatus", 1},
        {"error", {{"code", "INTERNAL"}, {"message", why}}}};
    if (!cancelled_at)
        cancelled_at = Clock::now(); // it is killed if it does not end
    leave_worker();
}

static Json result_of_end(
    std::int32_t status, const std::string& why, const std::optional<channel::Error>& problem)
{
    Json result {{"answer", nullptr}, {"exitReason", why}, {"exitStatus", status}};
    if (!problem)
        return result;
    Json& error = result["error"] = {{"code", problem->code}, {"message", problem->text}};
    if (problem->hint)
        error["hint"] = *problem->hint;
    return result;
}

void Run::end(std::int32_t status, const std::string& why)
{
    while (from_worker && read_events()) // events that have arrived
        ;
    leave_worker();
    if (result.is_null()) {
        result = result_of_end(status, why, problem);
        result_reason = why;
    }
    asks.clear();
    ended = now_as_text();
    ++seq;
    const Json run = shown();
    notifications.end_run(run);
    if (spans)
        spans->end(run);
    log->add(end_line(seq, ended, run));
    log->is_complete = true;
}

Json Run::shown() const
{
    Json run {{"id", name}, {"state", name_of(state())}, {"profile", profile_name},
        {"workspace", workspace_name}};
    const auto add = [&](const char* field, const std::string& value) {
        if (!value.empty())
            run[field] = value;
    };
    add("owner", request.owner);
    add("session", request.session);
    add("createdAt", created);
    add("startedAt", started);
    add("endedAt", ended);
    run["asks"] = Json::array();
    for (const auto& [id, open] : asks)
        run["asks"].push_back(open.shown);
    run["lastSeq"] = seq;
    if (!ended.empty())
        run["result"] = result;
    return run;
}

Json Run::shown_to_approver() const
{
    Json run = shown();
    Json& shown_asks = run["asks"] = Json::array();
    for (const auto& [id, open] : asks)
        if (asks_for_approval(id))
            shown_asks.push_back(open.shown);
    return run;
}

}
