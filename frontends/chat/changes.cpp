#include "frontends/chat/changes.hpp"

#include "toolkit/json/json_value.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

Json Changes::step_in_event(const steps::NotedStep& step)
{
    return {{"n", step.number}, {"sha256", step.sha256}};
}

static std::optional<steps::NotedStep> step_of(const Json& fields)
{
    const Json& number = json::member(fields, "n");
    const std::string sha256 = json::string_member(fields, "sha256");
    if (!number.is_number_unsigned() || sha256.empty())
        return {};
    return steps::NotedStep {number, sha256};
}

static std::int64_t milliseconds_in(const Json& fields, const char* name)
{
    const Json& value = json::member(fields, name);
    return value.is_number_integer() && value >= 0 && value <= INT64_MAX ? value.get<std::int64_t>()
                                                                         : 0;
}

void Changes::take(const Json& event)
{
    const auto by = step_of(json::member(event, "by"));
    if (const Json& undone = json::member(event, "undone"); undone.is_number_unsigned()) {
        const std::size_t count = std::min(undone.get<std::size_t>(), entries.size());
        if (count > 0)
            last_undone = entries.back().number;
        entries.resize(entries.size() - count);
        return by ? undos.push_back(*by) : void();
    }
    if (json::member(event, "redone") == true) {
        if (!undos.empty())
            undos.pop_back();
        if (by)
            entries.push_back({.number = last_undone, .steps = {*by}});
        return;
    }
    take_turn(event);
}

void Changes::take_turn(const Json& event)
{
    if (entries.empty() || json::member(event, "begins") == true) {
        const Json& number = json::member(event, "turn");
        last_turn = number.is_number_unsigned() ? number.get<std::size_t>() : last_turn + 1;
        entries.push_back({.number = last_turn,
            .time = milliseconds_in(event, "time"),
            .said = json::string_member(event, "said")});
    }
    TurnChanges& turn = entries.back();
    if (const Json& made = json::member(event, "steps"); made.is_array())
        for (const Json& one : made)
            if (const auto step = step_of(one)) {
                turn.steps.push_back(*step);
                if (const std::string command = json::string_member(one, "command");
                    !command.empty())
                    turn.causes[step->number] = command;
            }
    if (const Json& ran = json::member(event, "ran"); ran.is_array())
        for (const Json& one : ran)
            if (const std::string text = json::string_member(one, "text"); !text.empty())
                turn.commands.push_back(
                    {text, milliseconds_in(one, "begin"), milliseconds_in(one, "end")});
}

void Changes::begin_with(const std::vector<Json>& events)
{
    *this = {};
    for (const Json& event : events)
        take(event);
}

std::vector<steps::NotedStep> Changes::Chosen::steps() const
{
    std::vector<steps::NotedStep> all;
    for (const TurnChanges& turn : turns)
        all.insert(all.end(), turn.steps.rbegin(), turn.steps.rend());
    return all;
}

std::map<std::uint64_t, std::string> Changes::Chosen::causes() const
{
    std::map<std::uint64_t, std::string> all;
    for (const TurnChanges& turn : turns)
        all.insert(turn.causes.begin(), turn.causes.end());
    return all;
}

Changes::Chosen Changes::last(std::size_t count) const
{
    Chosen chosen;
    Chosen passed; // all entries examined so far
    for (auto turn = entries.rbegin(); turn != entries.rend() && chosen.turns.size() < count;
         ++turn) {
        ++passed.entries;
        passed.commands.insert(
            passed.commands.begin(), turn->commands.begin(), turn->commands.end());
        if (turn->steps.empty())
            continue;
        passed.turns.push_back(*turn);
        chosen = passed;
    }
    return chosen;
}

std::optional<steps::NotedStep> Changes::newest_undo() const
{
    return undos.empty() ? std::nullopt : std::optional(undos.back());
}

}
