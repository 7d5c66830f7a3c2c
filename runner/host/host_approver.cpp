#include "runner/host/host_approver.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

static constexpr std::size_t longest_question = 8 << 20;

// What is run, byte for byte.
static std::string key_of_call(const PreparedCall& call)
{
    return call.tool->name + '\n' + call.arguments.text;
}

bool HostApprover::asks_about(const OfferedTool& tool) const
{
    return when == Approve::always || (when == Approve::changes && tool.changes_files);
}

std::optional<Decision> HostApprover::ask(CallId id, const PreparedCall& call)
{
    if (always.contains(key_of_call(call)))
        return Decision {true, {}, "always"};
    return show(id, call, trial_of(call, cancel), false);
}

// What can't be shown can't be approved.
std::optional<Decision> HostApprover::show(CallId id, const PreparedCall& call, Trial trial, bool has_changed)
{
    Json question {{"call", call.call.id}, {"tool", call.tool->name}, {"arguments", call.arguments.json},
        {"changesFiles", call.tool->changes_files}};
    if (!call.tool->effects.is_null())
        question["effects"] = call.tool->effects;
    if (!trial.shown.is_null())
        question["dryRun"] = trial.shown;
    if (has_changed)
        question["changed"] = true;
    question = redaction.redact_json(question);
    if (question.dump(-1, ' ', false, Json::error_handler_t::replace).size() > longest_question)
        return Decision {false, "it is too large to be shown to the host", "not asked: too large to be shown",
            "send less at once", Code::too_large};
    open[id] = {asks.open(Asks::Kind::approval, question), &call, std::move(trial)};
    return std::nullopt;
}

std::optional<Decision> HostApprover::take(CallId id)
{
    const auto found = decisions.find(id);
    if (found == decisions.end())
        return std::nullopt;
    Decision decision = std::move(found->second);
    decisions.erase(found);
    return decision;
}

void HostApprover::withdraw(CallId id)
{
    decisions.erase(id);
    const auto found = open.find(id);
    if (found == open.end())
        return;
    asks.close(found->second.ask, "withdrawn");
    open.erase(found);
}

void HostApprover::watch(Watch& watch) const
{
    if (!decisions.empty() || (!open.empty() && asks.has_answers()))
        watch.until(Watch::Clock::now());
}

void HostApprover::settle(CallId id, Open question, const Json& answer)
{
    const std::string verdict = answer.at("verdict");
    const std::string reason = answer.value("reason", "");
    if (verdict == "no") {
        const std::string words = reason.empty() ? "" : ": " + reason;
        decisions[id] = {false, "the operator said no" + words, "no" + words};
        return;
    }
    if (Trial now = trial_of(*question.call, cancel); !now.has_same_effect(question.trial)) {
        if (auto refused = show(id, *question.call, std::move(now), true))
            decisions[id] = std::move(*refused);
        return;
    }
    if (verdict == "always")
        always.insert(key_of_call(*question.call));
    decisions[id] = {true, {}, verdict};
}

void HostApprover::step()
{
    std::map<CallId, Json> answered;
    for (const auto& [id, question] : open)
        if (auto answer = asks.take(question.ask))
            answered[id] = std::move(*answer);
    for (const auto& [id, answer] : answered) {
        Open question = std::move(open.at(id));
        open.erase(id);
        settle(id, std::move(question), answer);
    }
}
