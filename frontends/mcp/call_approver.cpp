#include "frontends/mcp/call_approver.hpp"

#include "agent/calls/client_roots.hpp"
#include "runner/terminal/approval_text.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace frontends::mcp {

using namespace runner;

bool CallApprover::asks_about(const calls::PreparedCall& call) const
{
    return calls::is_to_be_asked(when, call);
}

CallApprover::Decided CallApprover::ask(calls::CallId id, const calls::PreparedCall& call)
{
    Open& open = open_calls[id] = {&call};
    Decided decision = advance(id, open);
    if (decision)
        open_calls.erase(id);
    return decision;
}

CallApprover::Decided CallApprover::advance(calls::CallId id, Open& open)
try {
    switch (open.stage) {
    case Stage::roots: return await_roots(id, open);
    case Stage::trial: return take_trial(id, open);
    case Stage::second_trial: return take_second_trial(id, open);
    case Stage::question:
        if (auto answer = by.desk.take(id)) {
            open.answer = *std::move(answer);
            if (open.answer.word == CallAnswer::Word::no)
                return decide(id, open);
            try_again(id, open, Stage::second_trial);
            return take_second_trial(id, open);
        }
        return std::nullopt;
    }
    return std::nullopt;
} catch (const ToolError& error) {
    if (error.code != Code::too_large)
        throw;
    return calls::Decision {
        false, error.message, "not asked: too large to be shown", error.hint, error.code};
}

static calls::Decision refused_without_roots(const std::string& why)
{
    return {.is_yes = false,
        .reason = "the roots of the client are not known: " + why,
        .hint = "the operator can leave out --roots"};
}

// Takes the client's response to the request of this call, for which other calls may wait as well.
CallApprover::Decided CallApprover::take_roots(calls::CallId id, Open& open, ClientState& state)
{
    const auto response = by.requests.take(*open.roots_request);
    if (!response)
        return std::nullopt;
    state.roots_request.reset();
    if (!response->failure.empty()) {
        if (!response->is_lost)
            state.failed_roots_request = open.roots_request;
        return refused_without_roots(response->failure);
    }
    *state.part = calls::part_of_roots(response->result, workspace);
    state.knows_part = true;
    return begin(id, open);
}

CallApprover::Decided CallApprover::await_roots(calls::CallId id, Open& open)
{
    const ClientCall* const client = by.clients.find(id);
    if (!open.call->arguments.part || client == nullptr || client->state->knows_part)
        return begin(id, open);
    ClientState& state = *client->state;
    if (open.roots_request && state.failed_roots_request == open.roots_request)
        return refused_without_roots("the client did not name them");
    if (open.has_sent_roots_request && state.roots_request == open.roots_request)
        return take_roots(id, open, state);
    if (state.roots_request) { // a request of another call
        open.roots_request = state.roots_request;
        open.has_sent_roots_request = false;
        return std::nullopt;
    }
    if (!client->hears_requests)
        return refused_without_roots("this request takes no event stream, so it can't be asked");
    open.roots_request = state.roots_request
        = by.requests.send({client->scope, client->address}, "roots/list", {});
    open.has_sent_roots_request = true;
    return std::nullopt;
}

std::string CallApprover::key_of(calls::CallId id, const calls::PreparedCall& call) const
{
    return by.desk.asked_party(id) + '\n' + call.key();
}

CallApprover::Decided CallApprover::begin(calls::CallId id, Open& open)
{
    const calls::PreparedCall& call = *open.call;
    if (!call.is_asked_by_hook && !call.tool->needs_approval && !asks_about(call))
        return calls::Decision {};
    if (const auto found = always.find(key_of(id, call)); found != always.end())
        return calls::Decision {true, {}, found->second};
    const bool may_be_accepted = when == calls::Approve::edits && calls::may_be_plain_edit(call);
    if (!may_be_accepted)
        if (auto refused = by.desk.refusal(id))
            return refused;
    try_again(id, open, Stage::trial);
    return take_trial(id, open);
}

// Ids of dry runs count down from the largest value.
void CallApprover::try_again(calls::CallId id, Open& open, Stage stage)
{
    open.stage = stage;
    open.running.emplace(*open.call, std::numeric_limits<calls::CallId>::max() - 1 - id);
}

CallApprover::Decided CallApprover::take_trial(calls::CallId id, Open& open)
{
    auto trial = open.running->take();
    if (!trial)
        return std::nullopt;
    open.running.reset();
    open.shown = *std::move(trial);
    if (auto refused = terminal::refusal_of(open.shown))
        return refused;
    if (auto accepted = terminal::accepted_edit(when, *open.call, open.shown))
        return accepted;
    if (auto refused = by.desk.refusal(id))
        return refused;
    const auto given = by.desk.given(id, {*open.call, open.shown});
    if (!given)
        return put(id, open, "");
    open.answer = given->answer;
    if (open.answer.word != CallAnswer::Word::no && given->is_outdated)
        return put(id, open, terminal::notice_of_change(false));
    return decide(id, open);
}

CallApprover::Decided CallApprover::take_second_trial(calls::CallId id, Open& open)
{
    auto trial = open.running->take();
    if (!trial)
        return std::nullopt;
    open.running.reset();
    if (trial->has_same_effect(open.shown))
        return decide(id, open);
    open.shown = *std::move(trial);
    if (auto refused = terminal::refusal_of(open.shown))
        return refused;
    return put(id, open, terminal::notice_of_change(false));
}

CallApprover::Decided CallApprover::put(calls::CallId id, Open& open, const std::string& notice)
{
    open.stage = Stage::question;
    return by.desk.put(id, {*open.call, open.shown, notice});
}

CallApprover::Decided CallApprover::decide(calls::CallId id, const Open& open)
{
    const CallAnswer& answer = open.answer;
    if (answer.word == CallAnswer::Word::always)
        always[key_of(id, *open.call)] = answer.record;
    return calls::Decision {answer.word != CallAnswer::Word::no, answer.reason, answer.record};
}

CallApprover::Decided CallApprover::take(calls::CallId id)
{
    auto taken = decisions.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void CallApprover::withdraw(calls::CallId id)
{
    decisions.erase(id);
    auto taken = open_calls.extract(id);
    if (taken.empty())
        return;
    Open& open = taken.mapped();
    if (open.running) {
        open.running->cancel();
        cancelled.push_back(*open.running);
    }
    if (open.stage == Stage::question)
        by.desk.withdraw(id);
    const ClientCall* const client = by.clients.find(id);
    if (open.has_sent_roots_request && client != nullptr
        && client->state->roots_request == open.roots_request) {
        client->state->roots_request.reset();
        by.requests.withdraw(*open.roots_request);
    }
}

void CallApprover::watch(system::Watch& watch) const
{
    if (!decisions.empty())
        watch.until(system::Watch::Clock::now());
    for (const auto& trial : cancelled)
        trial.source().watch(watch);
    by.requests.watch(watch);
    by.desk.watch(watch);
}

void CallApprover::step()
{
    by.requests.step();
    by.desk.step();
    for (auto& trial : cancelled)
        trial.source().step();
    std::erase_if(cancelled, [](terminal::TrialCall& trial) { return trial.has_ended(); });
    for (auto at = open_calls.begin(); at != open_calls.end();) {
        auto& [id, open] = *at;
        if (Decided decision = advance(id, open)) {
            decisions[id] = *std::move(decision);
            at = open_calls.erase(at);
        } else {
            ++at;
        }
    }
}

bool CallApprover::uses(const calls::ToolSource& source) const
{
    return std::any_of(cancelled.begin(), cancelled.end(),
        [&](const terminal::TrialCall& trial) { return &trial.source() == &source; });
}

}
