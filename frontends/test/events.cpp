#include "frontends/test/events.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <map>
#include <string>

namespace frontends::test {

static Json arguments_in(const Json& event)
{
    const Json& given = json::member(event, "arguments");
    if (!given.is_string())
        return given;
    try {
        return json::parse_bounded(given.get_ref<const std::string&>());
    } catch (const ToolError&) {
        return given;
    }
}

namespace {

class EventReader {
public:
    explicit EventReader(Outcome& outcome)
        : outcome(outcome)
    {
    }

    void add(const Json& event);

private:
    void add_call(const Json& event);
    void add_result(const Json& event);
    void add_end(const Json& event);

    Outcome& outcome;
    std::map<std::string, std::size_t> calls; // by their ids
};

}

// Ids are unique in a step, and of those of models not beyond.
static std::string id_of(const Json& event)
{
    const Json& step = json::member(event, "step");
    return (step.is_string() ? step.get<std::string>() : "") + "\n"
        + json::string_member(event, "id");
}

void EventReader::add_call(const Json& event)
{
    calls[id_of(event)] = outcome.calls.size();
    outcome.calls.push_back({json::string_member(event, "tool"), arguments_in(event)});
}

// Of a workflow: in a run of a prompt the end has the errors.
void EventReader::add_result(const Json& event)
{
    const auto call = calls.find(id_of(event));
    if (call != calls.end())
        outcome.calls[call->second].error = json::string_member(event, "error");
}

void EventReader::add_end(const Json& event)
{
    const Json& answer = json::member(event, "answer");
    if (answer.is_string())
        outcome.answer = answer;
    const Json& error = json::member(event, "error");
    outcome.error = error.is_object() ? json::string_member(error, "message")
                                      : json::string_member(event, "error");
    outcome.output = json::member(event, "output");
    outcome.outputs = json::member(event, "outputs");
    const Json& made = json::member(event, "calls");
    for (std::size_t i = 0; i < made.size() && i < outcome.calls.size(); ++i)
        if (json::string_member(made[i], "tool") == outcome.calls[i].tool)
            outcome.calls[i].error = json::string_member(made[i], "error");
}

void EventReader::add(const Json& event)
{
    const std::string name = json::string_member(event, "event");
    if (name == "call")
        add_call(event);
    else if (name == "result")
        add_result(event);
    else if (name == "step" && json::string_member(event, "state") == "ends")
        outcome.steps[json::string_member(event, "path")] = json::string_member(event, "status");
    else if (name == "end")
        add_end(event);
}

void read_events(std::string_view text, Outcome& outcome)
{
    EventReader reader(outcome);
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        reader.add(json::parse_json(text.substr(0, end), {}));
        text.remove_prefix(end + 1);
    }
}

}
