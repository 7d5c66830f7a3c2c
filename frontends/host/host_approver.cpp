#include "frontends/host/host_approver.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

bool HostApprover::asks_about(const calls::PreparedCall& call) const
{
    return calls::is_to_be_asked(when, call);
}

std::optional<calls::Decision> HostApprover::ask(calls::CallId id, const calls::PreparedCall& call)
{
    if (always.contains(call.key()))
        return calls::Decision {true, {}, "always"};
    Subject subject {&call, {}, terminal::trial_of(call, cancel)};
    if (auto refused = terminal::refusal_of(subject.trial))
        return refused;
    if (permissions != nullptr && terminal::may_rule_answer(call, subject.trial))
        if (auto rule = permissions->allowed_by(call))
            return calls::Decision {true, {}, *std::move(rule)};
    if (auto accepted = terminal::accepted_edit(when, call, subject.trial))
        return accepted;
    return show(id, std::move(subject), {});
}

channel::ApprovalAsk HostApprover::question_about(const Subject& subject) const
{
    const calls::PreparedCall& call = subject.call();
    channel::ApprovalAsk ask {.tool = call.tool->name,
        .arguments = channel::Document(call.arguments.json),
        .changes_files = call.changes_files(),
        .effects = channel::Document(call.tool->effects),
        .dry_run = channel::Document(subject.trial.shown),
        .call = call.call.id,
        .may_store = permissions != nullptr && permissions->may_store()};
    if (!call.agent.empty())
        ask.agent = call.agent;
    ask.rules.reserve(subject.rules.size());
    for (const auto& rule : subject.rules)
        ask.rules.push_back(
            {channel::Document(permissions::document_of(rule)), permissions::text_of(rule)});
    ask.may_store = ask.may_store && !ask.rules.empty();
    return ask;
}

std::string HostApprover::put(
    const calls::PreparedCall& call, const channel::ApprovalAsk& ask, const Beside& beside)
{
    channel::ApprovalAsk question = ask;
    if (path_of)
        question.path = path_of(call);
    question.changed = beside.has_changed;
    return asks.open(question, max_question);
}

// Refuses a call that cannot be shown.
std::optional<calls::Decision> HostApprover::show(calls::CallId id, Subject subject, Beside beside)
try {
    const calls::PreparedCall& call = subject.call();
    beside.is_edited = subject.edited != nullptr;
    if (permissions != nullptr)
        subject.rules = permissions->offered(call);
    std::string ask = put(call, question_about(subject), beside);
    open[id] = {std::move(ask), std::move(subject)};
    return std::nullopt;
} catch (const ToolError& error) {
    if (error.code != Code::too_large)
        throw;
    return calls::Decision {false, "it is too large to be shown to the host",
        "not asked: too large to be shown", "send less at once", Code::too_large};
}

void HostApprover::show_again(calls::CallId id, Subject subject, Beside beside)
{
    if (auto refused = show(id, std::move(subject), std::move(beside)))
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
    asks.close(ask, channel::AskedState::withdrawn); // last: it throws if the host is gone
}

void HostApprover::watch(system::Watch& watch) const
{
    if (!decisions.empty() || (!open.empty() && asks.has_answers()))
        watch.until(system::Watch::Clock::now());
}

// Makes the rule that an "always" names, if any. Returns the text for the audit trail.
std::string HostApprover::record_of(const Subject& subject, const channel::VerdictAnswer& answer)
{
    using channel::RuleScope;
    if (answer.verdict != channel::Verdict::always)
        return "yes";
    const RuleScope scope = answer.scope.value_or(RuleScope::call);
    const auto number = static_cast<std::size_t>(answer.rule.value_or(1));
    if (scope != RuleScope::call && number >= 1 && number <= subject.rules.size())
        return permissions->make(subject.call(), subject.rules[number - 1],
            scope == RuleScope::workspace ? permissions::Scope::workspace
                                          : permissions::Scope::session);
    always.insert(subject.call().key());
    return "always";
}

calls::Decision HostApprover::approved(const Subject& subject, const channel::VerdictAnswer& answer)
{
    calls::Decision decision {true, {}, record_of(subject, answer)};
    decision.by = answer.by.value_or("");
    if (!subject.edited)
        return decision;
    const std::string rule = decision.record == "yes" ? "" : ", " + decision.record;
    decision.record = "edited: " + system::sha256(subject.made->input()) + rule;
    decision.arguments = subject.edited->arguments;
    if (tell_edited)
        tell_edited(*subject.made, subject.edited->arguments);
    return decision;
}

void HostApprover::settle(calls::CallId id, Subject subject, const channel::VerdictAnswer& answer)
{
    if (answer.verdict == channel::Verdict::no) {
        calls::Decision& refused = decisions[id]
            = calls::refused_by_operator(answer.reason.value_or(""));
        refused.by = answer.by.value_or("");
        return;
    }
    terminal::Trial now = terminal::trial_of(subject.call(), cancel);
    if (now.has_same_effect(subject.trial)) {
        decisions[id] = approved(subject, answer);
        return;
    }
    auto refused = terminal::refusal_of(now);
    subject.trial = std::move(now);
    if (refused)
        decisions[id] = std::move(*refused);
    else
        show_again(id, std::move(subject), {.has_changed = true});
}

// Restores the model's value in arguments that the operator has not changed, including secrets that
// were redacted in the question.
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

// Throws the reason why the arguments cannot be used. The model's may not fit the schema, if the
// tool itself accepts them.
HostApprover::Subject HostApprover::edited_subject(const Subject& before, const Json& arguments)
{
    model::ToolCall call = before.made->call;
    call.name = before.made->tool->name;
    const Json& asked = before.call().arguments.json;
    call.arguments = restored(arguments, redaction.redact_field("arguments", asked), asked).dump();
    if (calls::fits_schema(*before.made->tool, asked.dump()))
        calls::require_schema(*before.made->tool, call.arguments);
    auto edited
        = std::make_shared<calls::PreparedCall>(calls::prepared_call(call, {before.made->source}));
    if (edited->obstacle)
        throw ToolError(*edited->obstacle);
    edited->arguments.part = before.made->arguments.part;
    edited->arguments.seen = before.made->arguments.seen;
    edited->agent = before.made->agent;
    Subject subject {before.made, edited, terminal::trial_of(*edited, cancel)};
    if (const auto refused = terminal::refusal_of(subject.trial))
        throw ToolError(Code::bad_request,
            (refused->code == Code::bad_request ? "" : "the dry run fails: ") + refused->reason,
            refused->hint);
    if (edited->arguments.text == before.made->arguments.text)
        subject.edited.reset();
    return subject;
}

// Throws the error of a dry run, which the host has not seen.
static void require_dry_run(const terminal::Trial& trial)
{
    if (trial.result && !trial.result->answer.code.empty())
        throw ToolError(Code::bad_request,
            "the dry run fails: " + json::string_member(trial.shown, "error"),
            json::string_member(trial.shown, "hint"));
}

void HostApprover::take_edited(calls::CallId id, const channel::VerdictAnswer& answer)
{
    const Open& question = open.at(id);
    Subject edited;
    try {
        edited = edited_subject(question.subject, answer.arguments.json());
        require_dry_run(edited.trial);
    } catch (const ToolError& error) {
        if (error.code == Code::internal) // "interrupted"
            throw;
        return asks.refuse(question.ask, error);
    }
    asks.accept(question.ask);
    const Subject shown = question.subject;
    open.erase(id);
    if (edited.edited)
        decisions[id] = approved(edited, answer);
    else // the call as shown
        settle(id, shown, answer);
}

void HostApprover::ask_about(calls::CallId id, const Subject& before, const Json& arguments)
{
    try {
        return show_again(id, edited_subject(before, arguments), {});
    } catch (const ToolError& error) {
        if (error.code == Code::internal) // "interrupted"
            throw;
        show_again(id, before,
            {.problem = error.message + (error.hint.empty() ? "" : "; " + error.hint),
                .draft = arguments});
    }
}

void HostApprover::step()
{
    std::map<calls::CallId, channel::VerdictAnswer> answered;
    for (const auto& [id, question] : open)
        if (auto answer = asks.take(question.ask))
            answered[id] = std::get<channel::VerdictAnswer>(*std::move(answer));
    for (const auto& [id, answer] : answered)
        take_answer(id, answer);
}

void HostApprover::take_answer(calls::CallId id, const channel::VerdictAnswer& answer)
{
    const bool is_edited = !answer.arguments.is_null();
    if (is_edited && !asks_about_edited())
        return take_edited(id, answer);
    const Open question = std::move(open.at(id));
    open.erase(id);
    if (!is_edited)
        return settle(id, question.subject, answer);
    asks.accept(question.ask);
    ask_about(id, question.subject, answer.arguments.json());
}

}
