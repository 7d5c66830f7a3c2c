#include "runner/host/host_approver.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace runner::host {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t longest_question = 8 << 20;

bool HostApprover::asks_about(const calls::OfferedTool& tool) const
{
    return calls::is_to_be_asked(when, tool);
}

std::optional<calls::Decision> HostApprover::ask(calls::CallId id, const calls::PreparedCall& call)
{
    if (always.contains(call.key()))
        return calls::Decision {true, {}, "always"};
    return show(id, call, terminal::trial_of(call, cancel), false);
}

// What can't be shown can't be approved.
std::optional<calls::Decision> HostApprover::show(
    calls::CallId id, const calls::PreparedCall& call, terminal::Trial trial, bool has_changed)
{
    if (auto refused = terminal::refusal_of(trial))
        return refused;
    Json question {{"tool", call.tool->name}, {"arguments", call.arguments.json},
        {"changesFiles", call.tool->changes_files}};
    if (!call.tool->effects.is_null())
        question["effects"] = call.tool->effects;
    if (!trial.shown.is_null())
        question["dryRun"] = trial.shown;
    if (has_changed)
        question["changed"] = true;
    question = redaction.redact_json(question);
    question["call"] = asks.call_id(call.call.id);
    question.update(more);
    if (question.dump(-1, ' ', false, Json::error_handler_t::replace).size() > longest_question)
        return calls::Decision {false, "it is too large to be shown to the host",
            "not asked: too large to be shown", "send less at once", Code::too_large};
    open[id] = {asks.open(Asks::Kind::approval, question), &call, std::move(trial)};
    return std::nullopt;
}

std::optional<calls::Decision> HostApprover::take(calls::CallId id)
{
    auto taken = decisions.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void HostApprover::withdraw(calls::CallId id)
{
    decisions.erase(id);
    const auto found = open.find(id);
    if (found == open.end())
        return;
    const std::string ask = found->second.ask;
    open.erase(found);
    asks.close(ask, "withdrawn"); // last: it throws if the host is gone
}

void HostApprover::watch(system::Watch& watch) const
{
    if (!decisions.empty() || (!open.empty() && asks.has_answers()))
        watch.until(system::Watch::Clock::now());
}

void HostApprover::settle(calls::CallId id, const Open& question, const Json& answer)
{
    const std::string verdict = answer.at("verdict");
    if (verdict == "no") {
        decisions[id] = calls::refused_by_operator(answer.value("reason", ""));
        return;
    }
    if (terminal::Trial now = terminal::trial_of(*question.call, cancel);
        !now.has_same_effect(question.trial)) {
        if (auto refused = show(id, *question.call, std::move(now), true))
            decisions[id] = std::move(*refused);
        return;
    }
    if (verdict == "always")
        always.insert(question.call->key());
    decisions[id] = {true, {}, verdict};
}

void HostApprover::step()
{
    std::map<calls::CallId, Json> answered;
    for (const auto& [id, question] : open)
        if (auto answer = asks.take(question.ask))
            answered[id] = std::move(*answer);
    for (const auto& [id, answer] : answered) {
        const Open question = std::move(open.at(id));
        open.erase(id);
        settle(id, question, answer);
    }
}

}
