#include "frontends/test/events.hpp"

#include "agent/channel/dispatch.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <map>
#include <string>

namespace frontends::test {

namespace channel = agent::channel;

// Returns the arguments as JSON, or the text of a model that is not JSON.
static Json arguments_in(const std::string& text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return text;
    }
}

namespace {

class EventReader {
public:
    // Of --events, `result` and `end` have other fields than on the run channel.
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Turn, channel::Said,
        channel::Text, channel::Reasoning, channel::Message, channel::Usage, channel::Result,
        channel::Ask, channel::Asked, channel::Waiting, channel::Context, channel::Note,
        channel::Error, channel::Workflow, channel::End, channel::Unknown>;

    explicit EventReader(Outcome& outcome)
        : outcome(outcome)
    {
    }

    void add(std::string_view line);
    void operator()(const channel::Head& head, const channel::CallEvent& call);
    void operator()(const channel::Head& head, const channel::Step& step);

private:
    void add_result(const Json& event);
    void add_end(const Json& event);

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
    calls[name_of_call(call.step.value_or(""), call.id)] = outcome.calls.size();
    outcome.calls.push_back({call.tool, arguments_in(call.arguments)});
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Step& step)
{
    if (const auto* const end = std::get_if<channel::StepEnds>(&step.state))
        outcome.steps[step.path] = end->result.status;
}

// Only results of workflows have an error: in a run of a prompt the end has the errors.
void EventReader::add_result(const Json& event)
{
    const auto call = calls.find(
        name_of_call(json::string_member(event, "step"), json::string_member(event, "id")));
    if (call != calls.end())
        outcome.calls[call->second].error = json::string_member(event, "error");
}

void EventReader::add_end(const Json& event)
{
    const Json& answer = json::member(event, "answer");
    if (answer.is_string())
        outcome.answer = answer;
    const Json& error = json::member(event, "error");
    outcome.error = json::string_member(error, "message");
    outcome.output = json::member(event, "output");
    outcome.outputs = json::member(event, "outputs");
    const Json& made = json::member(event, "calls");
    for (std::size_t i = 0; i < made.size() && i < outcome.calls.size(); ++i)
        if (json::string_member(made[i], "tool") == outcome.calls[i].tool)
            outcome.calls[i].error = json::string_member(made[i], "code");
}

void EventReader::add(std::string_view line)
{
    if (line.starts_with(R"({"event":"result",)"))
        add_result(json::members_in(line, {"step", "id", "error"}));
    else if (line.starts_with(R"({"event":"end",)"))
        add_end(json::parse_json(line, {}));
    else
        channel::dispatch<channel::Event>(line, *this);
}

void read_events(std::string_view text, Outcome& outcome)
{
    EventReader reader(outcome);
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        reader.add(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
}

}
