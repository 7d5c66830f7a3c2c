#include "frontends/serve/left_run.hpp"

#include "agent/channel/codec.hpp"
#include "agent/channel/dispatch.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace frontends::serve {

using namespace agent;

// Follows the events that both kinds of runs have.
class LeftRun::Events {
public:
    using Head = channel::Head;

    Events(LeftRun& run, bool is_workflow)
        : run(run)
        , is_workflow(is_workflow)
    {
    }

    void operator()(const Head& /*head*/, const channel::Hello& /*hello*/)
    {
        run.work = OpenWork(is_workflow);
        run.asks.clear();
        run.undelivered.clear();
    }
    void operator()(const Head& /*head*/, const channel::Ask& ask) { run.asks[ask.id] = {ask, {}}; }
    void operator()(const Head& /*head*/, const channel::Asked& asked) { run.asks.erase(asked.id); }

protected:
    LeftRun& run;
    const bool is_workflow;
};

class LeftRun::ConversationEvents : public LeftRun::Events {
public:
    using Ignored = channel::Ignore<channel::Run, channel::Text, channel::Reasoning,
        channel::Message, channel::CallEvent, channel::Result, channel::Usage, channel::Error,
        channel::End, channel::Waiting, channel::Context, channel::Note, channel::Step,
        channel::Workflow, channel::Unknown>;
    using Events::Events;
    using Events::operator();

    void operator()(const Head& /*head*/, const channel::Turn& turn)
    {
        run.has_turn = run.has_turn || std::holds_alternative<channel::TurnBegins>(turn.state);
    }
    void operator()(const Head& /*head*/, const channel::Said& said)
    {
        using enum channel::SaidState;
        if (said.state == sent || said.state == waiting)
            return run.undelivered.push_back(said);
        const auto found = std::find_if(run.undelivered.begin(), run.undelivered.end(),
            [&](const auto& other) { return other.id == said.id && other.text == said.text; });
        if (found != run.undelivered.end())
            run.undelivered.erase(found);
    }
};

class LeftRun::WorkflowEvents : public LeftRun::Events {
public:
    using Ignored = channel::Ignore<channel::Run, channel::Turn, channel::Said, channel::Text,
        channel::Reasoning, channel::Message, channel::Usage, channel::Error, channel::End,
        channel::Waiting, channel::Context, channel::Note, channel::Unknown>;
    using Events::Events;
    using Events::operator();

    void operator()(const Head& /*head*/, const channel::CallEvent& call) { run.work.follow(call); }
    void operator()(const Head& /*head*/, const channel::Result& result)
    {
        run.work.follow(result);
    }
    void operator()(const Head& /*head*/, const channel::Step& step) { run.work.follow(step); }
    void operator()(const Head& /*head*/, const channel::Workflow& workflow)
    {
        if (const auto* const begin = std::get_if<channel::WorkflowBegins>(&workflow.state))
            run.run_id = begin->run_id;
    }
};

void LeftRun::on_line(std::string_view line, bool is_workflow)
{
    const auto head = channel::event_head(line);
    if (!head || head->seq != last + 1)
        throw ToolError(Code::bad_request, "a line of the log is not the next event");
    last = head->seq;
    if (is_workflow) {
        WorkflowEvents events(*this, is_workflow);
        channel::dispatch<channel::Event>(line, events);
    } else {
        ConversationEvents events(*this, is_workflow);
        channel::dispatch<channel::Event>(line, events);
    }
}

LeftRun::LeftRun(const EventLog& log, bool is_workflow, std::set<std::string> approved)
    : approved(std::move(approved))
    , work(is_workflow)
{
    constexpr std::size_t piece_size = 1 << 20;
    std::string rest;
    for (std::uint64_t offset = 0; offset < log.size();) {
        const std::string piece = log.read(offset, piece_size);
        if (piece.empty())
            throw ToolError(Code::io_error, "cannot read the events of a run");
        offset += piece.size();
        rest += piece;
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = rest.find('\n', begin)) != std::string::npos;
             begin = end + 1)
            on_line(std::string_view(rest).substr(begin, end - begin), is_workflow);
        rest.erase(0, begin);
    }
    has_asks = is_workflow ? work.is_only(asks) : !asks.empty();
}

// Returns the id of the call that an ask is about; empty for a question of a call that runs.
static std::string open_call_of(const channel::Ask& ask)
{
    if (const auto* const approval = std::get_if<channel::ApprovalAsk>(&ask.about))
        return approval->agent ? "" : approval->call;
    const auto* const tool = std::get_if<channel::HostToolAsk>(&ask.about);
    return tool == nullptr ? "" : tool->call;
}

static std::string_view without_newline(const std::string& line)
{
    return std::string_view(line).substr(0, line.size() - 1);
}

void LeftRun::continue_by(RunRequest& request) const
{
    if (last == 0 || (request.workflow == 0 && !has_turn))
        return;
    if (request.workflow != 0) {
        auto begin = std::get<channel::BeginWorkflow>(
            channel::decode_message<channel::WorkflowMessage>(without_newline(request.begin)));
        begin.run_id = request.run_id = run_id;
        request.begin = line_of(begin);
        return;
    }
    auto begin = std::get<channel::Begin>(
        channel::decode_message<channel::HostMessage>(without_newline(request.begin)));
    begin.open_calls.clear();
    for (const auto& [id, open] : asks)
        if (std::string call = open_call_of(open.ask); !call.empty() && approved.count(id) == 0)
            begin.open_calls.push_back(std::move(call));
    begin.history.reset(); // it is in the session
    if (begin.fork)
        begin.session = std::exchange(begin.fork, std::nullopt);
    request.fork_of.clear();
    request.begin = line_of(begin);
    request.say = line_of(channel::Say {.content = channel::Continuation {}});
}

std::string LeftRun::withdraw(const std::string& time)
{
    if (last == 0)
        return {};
    std::string lines;
    const auto add = [&](const channel::Event& event) {
        lines += channel::encode(event, {++last, time}) + "\n";
    };
    for (const auto& [id, open] : asks)
        add(channel::Asked {id, static_cast<channel::AskKind>(open.ask.about.index()),
            channel::AskedState::withdrawn});
    for (auto& said : undelivered) {
        said.state = channel::SaidState::taken_back;
        add(said);
    }
    add(channel::Note {"the server has been started again, and the run continues"});
    asks.clear();
    return lines;
}

}
