#include "frontends/serve/open_work.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"

#include <algorithm>

namespace frontends::serve {

// Calls of different steps of a workflow may have the same id.
static std::string name_of_call(std::string_view line)
{
    const Json members = json::members_in(line, {"id", "step"});
    return json::string_member(members, "step") + "\n" + json::string_member(members, "id");
}

void OpenWork::hear_waiting(std::string_view line)
{
    waits_for = json::members_in(line, {"asks"}).at("asks").get<std::set<std::string>>();
}

void OpenWork::hear_call(std::string_view line)
{
    waits_for.clear();
    if (is_workflow)
        calls.insert(name_of_call(line));
}

void OpenWork::hear_result(std::string_view line)
{
    if (is_workflow)
        calls.erase(name_of_call(line));
}

void OpenWork::hear_step(std::string_view line)
{
    const Json event = json::members_in(line, {"path", "state"});
    const std::string state = json::string_member(event, "state");
    if (state == "begins")
        steps.insert(json::string_member(event, "path"));
    else if (state == "ends")
        steps.erase(json::string_member(event, "path"));
}

// A step that contains others does nothing itself.
bool OpenWork::is_innermost(const std::string& step) const
{
    return std::none_of(steps.begin(), steps.end(), [&](const std::string& other) {
        return other.size() > step.size() && other.starts_with(step)
            && (other[step.size()] == '.' || other[step.size()] == '[');
    });
}

bool OpenWork::has_idle_steps(const std::map<std::string, Json>& asks) const
{
    const auto is_asked = [&](const std::string& step) {
        return std::any_of(asks.begin(), asks.end(),
            [&](const auto& ask) { return json::string_member(ask.second, "step") == step; });
    };
    return std::all_of(steps.begin(), steps.end(),
        [&](const std::string& step) { return !is_innermost(step) || is_asked(step); });
}

// A conversation whose ask was answered after its event `waiting` no longer waits.
bool OpenWork::is_only(const std::map<std::string, Json>& asks) const
{
    if (asks.empty())
        return false;
    if (!is_workflow)
        return std::equal(asks.begin(), asks.end(), waits_for.begin(), waits_for.end(),
            [](const auto& ask, const std::string& id) { return ask.first == id; });
    const auto of_calls = std::count_if(asks.begin(), asks.end(),
        [](const auto& ask) { return json::string_member(ask.second, "kind") != "question"; });
    return std::ssize(calls) <= of_calls && has_idle_steps(asks);
}

}
