#include "frontends/test/events.hpp"

#include "agent/channel/dispatch.hpp"

#include <map>
#include <string>

namespace frontends::test {

namespace channel = agent::channel;

namespace {

class EventReader {
public:
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Said, channel::Text,
        channel::Reasoning, channel::Message, channel::Usage, channel::Ask, channel::Asked,
        channel::Waiting, channel::Context, channel::Note, channel::Error, channel::End,
        channel::Unknown>;

    explicit EventReader(Outcome& outcome)
        : outcome(outcome)
    {
    }

    void operator()(const channel::Head& head, const channel::CallEvent& call);
    void operator()(const channel::Head& head, const channel::Result& result);
    void operator()(const channel::Head& head, const channel::Step& step);
    void operator()(const channel::Head& head, const channel::Turn& turn);
    void operator()(const channel::Head& head, const channel::Workflow& workflow);

private:
    Outcome& outcome;
    std::map<std::string, std::size_t> calls; // by their ids
};

}

// Ids of calls are unique only within a step.
static std::string name_of_call(const std::string& step, const std::string& id)
{
    return step + "\n" + id;
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::CallEvent& call)
{
    calls[name_of_call(call.path.value_or(""), call.id)] = outcome.calls.size();
    outcome.calls.push_back({call.tool, call.text ? Json(*call.text) : call.arguments.json()});
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Step& step)
{
    if (const auto* const end = std::get_if<channel::StepEnds>(&step.state))
        outcome.steps[step.path] = end->result.status;
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Result& result)
{
    const auto call = calls.find(name_of_call(result.path.value_or(""), result.id));
    if (call != calls.end())
        outcome.calls[call->second].error = result.code.value_or("");
}

static std::string message_of(const std::optional<channel::Failure>& error)
{
    return error ? error->message : "";
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Turn& turn)
{
    if (const auto* const end = std::get_if<channel::TurnEnds>(&turn.state)) {
        outcome.answer = end->answer.value_or("");
        outcome.error = message_of(end->error);
    }
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Workflow& workflow)
{
    if (const auto* const end = std::get_if<channel::WorkflowEnds>(&workflow.state)) {
        outcome.error = message_of(end->error);
        outcome.output = end->output.json();
        outcome.outputs = end->outputs.json();
    }
}

void read_events(std::string_view text, Outcome& outcome)
{
    EventReader reader(outcome);
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        channel::dispatch<channel::Event>(text.substr(0, end), reader);
        text.remove_prefix(end + 1);
    }
}

}
