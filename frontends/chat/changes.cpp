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

void Changes::take(const Json& event)
{
    const auto by = step_of(json::member(event, "by"));
    if (const Json& undone = json::member(event, "undone"); undone.is_number_unsigned()) {
        const std::size_t count = std::min(undone.get<std::size_t>(), entries.size());
        entries.resize(entries.size() - count);
        return by ? undos.push_back(*by) : void();
    }
    if (json::member(event, "redone") == true) {
        if (!undos.empty())
            undos.pop_back();
        return by ? entries.push_back({{*by}}) : void();
    }
    if (entries.empty() || json::member(event, "begins") == true)
        entries.emplace_back();
    if (const Json& made = json::member(event, "steps"); made.is_array())
        for (const Json& one : made)
            if (const auto step = step_of(one))
                entries.back().steps.push_back(*step);
    if (const Json& commands = json::member(event, "commands"); commands.is_array())
        for (const Json& command : commands)
            if (command.is_string())
                entries.back().commands.push_back(command);
}

void Changes::begin_with(const std::vector<Json>& events)
{
    *this = {};
    for (const Json& event : events)
        take(event);
}

Changes::Chosen Changes::last(std::size_t count) const
{
    Chosen chosen;
    Chosen passed; // with commands after the last turn that is chosen
    for (auto entry = entries.rbegin(); entry != entries.rend() && chosen.turns < count; ++entry) {
        ++passed.entries;
        passed.commands.insert(
            passed.commands.begin(), entry->commands.begin(), entry->commands.end());
        if (entry->steps.empty())
            continue;
        passed.steps.insert(passed.steps.end(), entry->steps.rbegin(), entry->steps.rend());
        ++passed.turns;
        chosen = passed;
    }
    return chosen;
}

std::optional<steps::NotedStep> Changes::newest_undo() const
{
    return undos.empty() ? std::nullopt : std::optional(undos.back());
}

}
