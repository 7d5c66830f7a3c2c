#include "frontends/host/host_approver.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::host {

using namespace agent;
using namespace runner;
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
    Subject subject {&call, {}, terminal::trial_of(call, cancel)};
    if (auto refused = terminal::refusal_of(subject.trial))
        return refused;
    return show(id, std::move(subject));
}

// What can't be shown can't be approved.
std::optional<calls::Decision> HostApprover::show(
    calls::CallId id, Subject subject, const Json& more)
{
    const calls::PreparedCall& call = subject.call();
    Json question {{"tool", call.tool->name}, {"arguments", call.arguments.json},
        {"changesFiles", call.tool->changes_files}};
    if (!call.tool->effects.is_null())
        question["effects"] = call.tool->effects;
    if (!subject.trial.shown.is_null())
        question["dryRun"] = subject.trial.shown;
    question = redaction.redact_json(question);
    question["call"] = asks.call_id(call.call.id);
    if (subject.edited)
        question["edited"] = true;
    for (const Json& fields : {more_of ? more_of(call) : Json(), more})
        if (fields.is_object())
            question.update(fields);
    if (question.dump(-1, ' ', false, Json::error_handler_t::replace).size() > longest_question)
        return calls::Decision {false, "it is too large to be shown to the host",
            "not asked: too large to be shown", "send less at once", Code::too_large};
    open[id] = {asks.open(Asks::Kind::approval, question), std::move(subject)};
    return std::nullopt;
}

void HostApprover::show_again(calls::CallId id, Subject subject, const Json& more)
{
    if (auto refused = show(id, std::move(subject), more))
        decisions[id] = std::move(*refused);
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

calls::Decision HostApprover::approved(const Subject& subject, const std::string& verdict)
{
    if (verdict == "always")
        always.insert(subject.call().key());
    calls::Decision decision {true, {}, verdict};
    if (!subject.edited)
        return decision;
    decision.record = "edited: " + system::sha256(subject.made->input());
    decision.arguments = subject.edited->arguments;
    if (tell_edited)
        tell_edited(*subject.made, subject.edited->arguments);
    return decision;
}

void HostApprover::settle(calls::CallId id, Subject subject, const Json& answer)
{
    const std::string verdict = answer.at("verdict");
    if (verdict == "no") {
        decisions[id] = calls::refused_by_operator(answer.value("reason", ""));
        return;
    }
    if (answer.contains("arguments"))
        return ask_about(id, subject, answer.at("arguments"));
    terminal::Trial now = terminal::trial_of(subject.call(), cancel);
    if (now.has_same_effect(subject.trial)) {
        decisions[id] = approved(subject, verdict);
        return;
    }
    auto refused = terminal::refusal_of(now);
    subject.trial = std::move(now);
    if (refused)
        decisions[id] = std::move(*refused);
    else
        show_again(id, std::move(subject), {{"changed", true}});
}

// What the operator has left alone is as the model made it, also if a secret in it was hidden.
static Json restored(const Json& edited, const Json& shown, const Json& made)
{
    if (edited == shown)
        return made;
    Json whole = edited;
    if (edited.is_object() && shown.is_object() && made.is_object())
        for (auto& [name, value] : whole.items())
            if (shown.contains(name) && made.contains(name))
                value = restored(Json(value), shown.at(name), made.at(name));
    if (edited.is_array() && shown.is_array() && shown.size() == edited.size() && made.is_array()
        && made.size() == edited.size())
        for (std::size_t at = 0; at < whole.size(); ++at)
            whole[at] = restored(edited[at], shown[at], made[at]);
    return whole;
}

// Throws what is wrong with them.
HostApprover::Subject HostApprover::edited_subject(const Subject& before, const Json& arguments)
{
    model::ToolCall call = before.made->call;
    call.name = before.made->tool->name;
    const Json& asked = before.call().arguments.json;
    call.arguments = restored(arguments, redaction.redact_json(asked), asked).dump();
    auto edited
        = std::make_shared<calls::PreparedCall>(calls::prepared_call(call, {before.made->source}));
    if (edited->obstacle)
        throw ToolError(*edited->obstacle);
    edited->arguments.part = before.made->arguments.part;
    Subject subject {before.made, edited, terminal::trial_of(*edited, cancel)};
    if (const auto refused = terminal::refusal_of(subject.trial))
        throw ToolError(refused->code, refused->reason, refused->hint);
    if (edited->arguments.text == before.made->arguments.text)
        subject.edited.reset();
    return subject;
}

void HostApprover::ask_about(calls::CallId id, const Subject& before, const Json& arguments)
{
    try {
        return show_again(id, edited_subject(before, arguments), {});
    } catch (const ToolError& error) {
        if (error.code == Code::internal) // "interrupted"
            throw;
        std::string problem = error.message + (error.hint.empty() ? "" : "; " + error.hint);
        show_again(id, before,
            {{"problem", redaction.redact(problem)}, {"draft", redaction.redact_json(arguments)}});
    }
}

void HostApprover::step()
{
    std::map<calls::CallId, Json> answered;
    for (const auto& [id, question] : open)
        if (auto answer = asks.take(question.ask))
            answered[id] = std::move(*answer);
    for (const auto& [id, answer] : answered) {
        Subject subject = std::move(open.at(id).subject);
        open.erase(id);
        settle(id, std::move(subject), answer);
    }
}

}
