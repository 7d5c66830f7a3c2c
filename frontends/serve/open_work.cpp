#include "frontends/serve/open_work.hpp"

#include <algorithm>

namespace frontends::serve {

const char* kind_of(const channel::Ask& ask)
{
    return std::holds_alternative<channel::ApprovalAsk>(ask.about) ? "approval"
        : std::holds_alternative<channel::QuestionAsk>(ask.about)  ? "question"
        : std::holds_alternative<channel::FormAsk>(ask.about)      ? "form"
        : std::holds_alternative<channel::OpenUrlAsk>(ask.about)   ? "open-url"
                                                                   : "hostTool";
}

// Calls of different steps of a workflow may have the same id.
template<class Event>
static std::string name_of_call(const Event& event)
{
    return event.path.value_or("") + "\n" + event.id;
}

void OpenWork::follow(const channel::Waiting& waiting)
{
    waits_for = {waiting.asks.begin(), waiting.asks.end()};
}

void OpenWork::follow(const channel::CallEvent& call) { calls.insert(name_of_call(call)); }

void OpenWork::follow(const channel::Result& result) { calls.erase(name_of_call(result)); }

void OpenWork::follow(const channel::Step& step)
{
    if (std::holds_alternative<channel::StepBegins>(step.state))
        steps.insert(step.path);
    else if (std::holds_alternative<channel::StepEnds>(step.state))
        steps.erase(step.path);
}

// True if the step contains no other one. A step that contains others does no work itself.
bool OpenWork::is_innermost(const std::string& step) const
{
    return std::none_of(steps.begin(), steps.end(), [&](const std::string& other) {
        return other.size() > step.size() && other.starts_with(step)
            && (other[step.size()] == '.' || other[step.size()] == '[');
    });
}

// An ask of a host tool has no step: workflows have no host tools.
static std::string path_of(const channel::Ask& ask)
{
    if (const auto* const question = std::get_if<channel::QuestionAsk>(&ask.about))
        return question->path;
    const auto* const approval = std::get_if<channel::ApprovalAsk>(&ask.about);
    return approval == nullptr ? "" : approval->path.value_or("");
}

bool OpenWork::has_idle_steps(const OpenAsks& asks) const
{
    const auto is_asked = [&](const std::string& step) {
        return std::any_of(asks.begin(), asks.end(),
            [&](const auto& open) { return path_of(open.second.ask) == step; });
    };
    return std::all_of(steps.begin(), steps.end(),
        [&](const std::string& step) { return !is_innermost(step) || is_asked(step); });
}

// A conversation whose ask was answered after its event `waiting` no longer waits.
bool OpenWork::is_only(const OpenAsks& asks) const
{
    if (asks.empty())
        return false;
    if (!is_workflow)
        return std::equal(asks.begin(), asks.end(), waits_for.begin(), waits_for.end(),
            [](const auto& open, const std::string& id) { return open.first == id; });
    const auto of_calls = std::count_if(asks.begin(), asks.end(), [](const auto& open) {
        return !std::holds_alternative<channel::QuestionAsk>(open.second.ask.about);
    });
    return std::ssize(calls) <= of_calls && has_idle_steps(asks);
}

}
