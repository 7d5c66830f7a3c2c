#include "agent/calls/call_batch.hpp"

#include "agent/calls/audit_entry.hpp"
#include "agent/calls/call_locks.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <set>
#include <utility>

namespace agent::calls {

using namespace toolkit;

struct CallBatch::Item {
    PreparedCall prepared;
    CallId id;
    std::size_t index; // number of the call in the batch
    text::Time time = std::chrono::system_clock::now(); // start, or until then time of add()
    std::optional<audit::AuditEntry> entry = {};
    ToolResult result = {}; // result of a call in the states `followed` and `ended`
    State state = State::waiting;
    bool is_starting = false; // true if it is allowed but its source is not ready for it yet
    bool is_cancelled = false;
    bool is_written = false; // true if its line was written to the audit trail
    std::unique_ptr<HookRun> hooks = {}; // running hooks, in the states `checked` and `followed`
    bool is_checked = false; // true if hooks have seen the current arguments
    std::optional<ChangedArguments> changed = {}; // set if the operator edited the arguments
    Json hook_records = {}; // replies of hooks, for the audit trail
    std::vector<std::string> notes = {}; // notes of hooks, for the model

    // Returns the entry for the audit trail, created when it is first needed.
    audit::AuditEntry& audit_entry()
    {
        if (!entry)
            entry = audit_entry_of(prepared);
        entry->time = time;
        return *entry;
    }
};

CallBatch::CallBatch(const CallDependencies& by, CallId first_id, Finished finished)
    : by(by)
    , first_id(first_id)
    , finished(std::move(finished))
    , nested(by.approval, by.sources)
{
}

CallBatch::~CallBatch()
{
    try {
        end_running();
    } catch (const std::exception&) { // the destructors of the sources end what still runs
    }
}

void CallBatch::add(PreparedCall call)
{
    const std::size_t index = count++;
    items.push_back(std::make_unique<Item>(Item {std::move(call), first_id + index, index}));
}

bool CallBatch::is_under_way(State state)
{
    return state == State::running || state == State::followed || state == State::ended;
}

bool CallBatch::is_done() const
{
    return std::all_of(items.begin(), items.end(), [&](const auto& item) {
        return item->state == State::done || (is_ending && !is_under_way(item->state));
    });
}

bool CallBatch::only_waits() const
{
    const auto waits = [this](const auto& item) {
        return item->state == State::asked
            || (item->state == State::running
                && (item->prepared.source->waits_for_answers() || nested.is_open(item->id)));
    };
    return std::any_of(items.begin(), items.end(), waits)
        && std::all_of(items.begin(), items.end(), [&](const auto& item) {
               return !item->hooks && (item->state != State::running || waits(item));
           });
}

static std::set<ToolSource*> sources_of(const auto& items)
{
    std::set<ToolSource*> sources;
    for (const auto& item : items)
        if (item->prepared.source != nullptr)
            sources.insert(item->prepared.source);
    return sources;
}

void CallBatch::watch(system::Watch& watch) const
{
    if (!cancelled.empty())
        watch.until(system::Watch::Clock::now());
    for (const ToolSource* source : sources_of(items))
        source->watch(watch);
    by.approval.watch(watch);
    for (const auto& item : items) {
        if (item->hooks)
            item->hooks->watch(watch);
        if (item->is_starting && !is_ending
            && !item->prepared.source->is_preparing(*item->prepared.tool))
            watch.until(system::Watch::Clock::now());
    }
}

bool CallBatch::cancel(const std::string& call_id)
{
    const bool is_known = std::any_of(items.begin(), items.end(), [&](const auto& item) {
        return item->prepared.call.id == call_id && item->state != State::done;
    });
    if (is_known)
        cancelled.push_back(call_id);
    return is_known;
}

void CallBatch::cancel_all()
{
    if (std::exchange(is_ending, true))
        return;
    std::exception_ptr failure;
    for (const auto& item : items) {
        try {
            if (item->state == State::running) {
                item->prepared.source->cancel(item->id, Cancelled::run);
                nested.withdraw(item->id);
            }
            if (item->state == State::asked)
                by.approval.withdraw(item->id);
            if (item->hooks)
                item->hooks->cancel();
        } catch (const std::exception&) { // the others are cancelled nevertheless
            failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

void CallBatch::kill_cancelled()
{
    for (ToolSource* source : sources_of(items))
        source->kill_cancelled();
}

void CallBatch::step()
{
    take_cancelled();
    for (ToolSource* source : sources_of(items))
        source->step();
    by.approval.step();
    take_verdicts();
    take_nested();
    take_results();
    tell_ended();
    take_decisions();
    if (is_ending)
        return;
    do {
        while (ask_next()) { }
    } while (begin_next());
    std::erase_if(items, [](const auto& item) { return item->state == State::done; });
}

static ToolError cancellation_of(const PreparedCall& call)
{
    return {Code::permission_denied,
        text::in_quotes(call.name()) + " was not run: it was cancelled",
        "do something else, or answer"};
}

void CallBatch::take_cancelled()
{
    for (const auto& call_id : std::exchange(cancelled, {}))
        for (const auto& item : items) {
            if (item->prepared.call.id != call_id || item->state == State::done)
                continue;
            item->is_cancelled = true;
            if (item->state == State::running) {
                item->prepared.source->cancel(item->id, Cancelled::call);
                nested.withdraw(item->id);
            }
            if (item->hooks)
                item->hooks->cancel();
            if (item->hooks || is_under_way(item->state))
                continue;
            if (item->state == State::asked)
                by.approval.withdraw(item->id);
            refuse(*item, cancellation_of(item->prepared));
        }
}

// Starts the before-call hooks unless they have seen the arguments. Returns true if they run now.
bool CallBatch::has_to_be_checked(Item& item)
{
    if (by.hooks == nullptr || std::exchange(item.is_checked, true))
        return false;
    item.hooks = by.hooks->before(item.prepared, hook_slots);
    if (item.hooks)
        item.state = State::checked;
    return item.hooks != nullptr;
}

// Starts the after-call hooks of a call that has ended. Its answer is reported after them.
void CallBatch::follow(Item& item)
{
    item.state = State::ended;
    if (by.hooks == nullptr || is_ending || item.is_cancelled)
        return;
    item.hooks = by.hooks->after(item.prepared, item.result.answer.content, hook_slots);
    if (item.hooks)
        item.state = State::followed;
}

void CallBatch::take_verdicts()
{
    for (const auto& item : items) {
        if (!item->hooks)
            continue;
        item->hooks->step();
        if (item->hooks->is_finished())
            obey(*item, std::exchange(item->hooks, nullptr)->take());
    }
}

void CallBatch::obey(Item& item, HookVerdict verdict)
{
    verdict.move_to(item.hook_records, item.notes);
    for (const std::string& failure : verdict.failures)
        if (by.note && !item.is_cancelled && !is_ending)
            by.note("the hook " + failure);
    if (item.state == State::followed) {
        item.state = State::ended;
        return;
    }
    item.state = State::waiting;
    if (is_ending) // no hook has judged it
        return;
    if (item.is_cancelled)
        return refuse(item, cancellation_of(item.prepared));
    item.prepared.is_asked_by_hook = item.prepared.is_asked_by_hook || verdict.asks;
    if (verdict.denied_by.empty())
        return;
    const ToolError why = denial_of(item.prepared, verdict);
    if (!verdict.reason.empty() && why.message.find(verdict.reason) == std::string::npos)
        item.notes.push_back(verdict.denied_by + ": " + verdict.reason);
    refuse(item, why);
}

void CallBatch::take_nested()
{
    for (const auto& item : items)
        if (item->state == State::running && !item->is_cancelled && !is_ending)
            nested.take_from(item->id, item->prepared);
    nested.settle();
}

void CallBatch::take_results()
{
    for (const auto& item : items) {
        if (item->state != State::running)
            continue;
        if (item->prepared.progresses)
            if (const auto progress = item->prepared.source->take_progress(item->id))
                item->prepared.progresses(*progress);
        if (auto result = item->prepared.source->take(item->id)) {
            item->result = std::move(*result);
            follow(*item);
            nested.withdraw(item->id); // must be last, because it throws if the host is gone
        }
    }
}

void CallBatch::tell_ended()
{
    bool has_others_before = false;
    for (const auto& item : items) {
        const bool is_next
            = !has_others_before || item->is_cancelled || item->prepared.is_answered_immediately;
        if (item->state == State::ended && is_next)
            end(*item, std::move(item->result));
        if (is_ending ? is_under_way(item->state) : item->state != State::done)
            has_others_before = true;
    }
}

void CallBatch::take_decisions()
{
    for (const auto& item : items)
        if (item->state == State::asked)
            if (const auto decision = by.approval.take(item->id))
                decide(*item, *decision);
}

// Returns the calls whose locks are free, so that they can be asked about or begun.
std::vector<CallBatch::Item*> CallBatch::next_items() const
{
    CallLocks locks;
    for (const auto& item : items)
        if (item->state == State::running || item->state == State::followed)
            locks.add(item->prepared);
    std::vector<Item*> next;
    for (const auto& item : items) {
        const PreparedCall& call = item->prepared;
        const bool can_begin = item->state == State::waiting
            || (item->state == State::allowed && !item->is_starting);
        const bool is_awaited = item->state == State::asked || item->state == State::checked
            || (item->state == State::allowed && item->is_starting)
            || (can_begin && locks.is_awaited(call));
        if (is_awaited)
            locks.add_awaited(call);
        else if (can_begin && locks.allow(call))
            next.push_back(item.get());
        if (can_begin && !is_awaited)
            locks.add(call);
    }
    return next;
}

// Takes the next step before a call can begin: refuses, checks, asks about or allows it.
void CallBatch::ask(Item& item)
{
    const PreparedCall& call = item.prepared;
    if (call.obstacle)
        return refuse(item, *call.obstacle);
    if (has_to_be_checked(item))
        return;
    if (item.changed || !is_asked_about(call, by.approval))
        item.state = State::allowed;
    else if (const auto decision = decision_about(call, item.id, by.approval))
        decide(item, *decision);
    else
        item.state = State::asked;
}

// Calls ask() for all calls that are next, before any of them begins, because an approver may block
// until it has the answers. Returns true if this may have made further calls next.
bool CallBatch::ask_next()
{
    bool makes_room = false;
    for (Item* item : next_items()) {
        if (item->state != State::waiting)
            continue;
        ask(*item);
        const bool is_awaited = item->state == State::asked || item->state == State::checked;
        makes_room = makes_room || item->state == State::done
            || (is_awaited && item->prepared.is_answered_immediately);
    }
    return makes_room;
}

// Begins the call, or makes it wait for its source. Returns false if the source has no room for it.
bool CallBatch::begin(Item& item)
{
    ToolSource& source = *item.prepared.source;
    item.is_starting = !source.is_ready_for(*item.prepared.tool, item.prepared.arguments);
    if (item.is_starting)
        return true;
    item.time = std::chrono::system_clock::now();
    if (!source.begin(item.id, *item.prepared.tool, item.prepared.arguments))
        return false;
    item.state = State::running;
    item.audit_entry();
    if (item.prepared.begins)
        item.prepared.begins();
    return true;
}

// Begins allowed calls. Returns true if one now waits for its source, so that others may be next.
bool CallBatch::begin_next()
{
    for (const auto& item : items)
        if (item->is_starting)
            item->is_starting = item->state == State::allowed
                && !item->prepared.source->is_ready_for(
                    *item->prepared.tool, item->prepared.arguments);
    std::set<std::pair<ToolSource*, std::string_view>> full;
    bool makes_room = false;
    for (Item* item : next_items()) {
        if (item->state != State::allowed)
            continue;
        const std::pair<ToolSource*, std::string_view> place {
            item->prepared.source, item->prepared.tool->at_server.server};
        if (!full.contains(place) && !begin(*item))
            full.insert(place);
        makes_room = makes_room || item->is_starting;
    }
    return makes_room;
}

void CallBatch::decide(Item& item, const Decision& decision)
{
    const bool is_edited = decision.is_yes && decision.arguments;
    if (is_edited) {
        item.changed = ChangedArguments {item.prepared.arguments.json, decision.arguments->json};
        item.prepared.take_edited(*decision.arguments);
        item.is_checked = false;
    }
    add_decision(item.audit_entry(), decision, item.changed);
    if (is_edited && has_to_be_checked(item))
        return;
    if (decision.is_yes)
        item.state = State::allowed;
    else
        refuse(item,
            {decision.code,
                text::in_quotes(item.prepared.name()) + " was not run: " + decision.reason,
                decision.hint});
}

void CallBatch::refuse(Item& item, const ToolError& why)
{
    end(item, {.answer = failed(why, &by.redaction)});
}

void CallBatch::end(Item& item, ToolResult result)
{
    item.state = State::done;
    if (!result.answer.code.empty())
        hide_quotes(result.answer, item.prepared.input(), by.redaction);
    if (by.hooks != nullptr)
        drop_forged_notes(result.answer);
    if (by.limiter != nullptr && (item.prepared.obstacle || item.prepared.arguments.limits_answer))
        by.limiter->apply(result.answer, by.redaction);
    add_notes(result.answer, item.notes);
    audit::AuditEntry& entry = item.audit_entry();
    entry.hooks = std::move(item.hook_records);
    add_end(entry, result);
    result.answer.changed = std::move(item.changed);
    item.is_written = true; // also if writing fails: abandon() must not write it again
    if (entry.exit || entry.signal || result.duration.count() > 0)
        result.answer.duration = result.duration;
    result.answer.receipt = by.audit.write(entry);
    finished(item.index, result.answer);
}

void CallBatch::end_running()
{
    const auto try_to = [](const auto& work) { // the receiver of an event may be gone
        try {
            work();
        } catch (const std::exception&) {
        }
    };
    try_to([&] { cancel_all(); });
    while (!is_done()) {
        system::Watch watch;
        for (ToolSource* source : sources_of(items)) {
            try_to([&] { source->step(); });
            source->watch(watch);
        }
        for (const auto& item : items) {
            if (item->hooks) {
                try_to([&] { item->hooks->step(); });
                item->hooks->watch(watch);
            }
            if (item->state == State::ended
                || (item->state == State::followed && item->hooks->is_finished())
                || (item->state == State::running && item->prepared.source->take(item->id)))
                item->state = State::done; // its outcome is unknown
        }
        if (!is_done())
            watch.wait();
    }
}

void CallBatch::abandon(const std::string& reason)
{
    try {
        end_running();
        for (const auto& item : items) {
            if (item->is_written)
                continue;
            const bool has_begun = item->state == State::done;
            const std::string why = (has_begun ? "its end is not known: " : "not run: ") + reason;
            const ToolAnswer answer
                = failed({Code::internal, text::in_quotes(item->prepared.name()) + " was " + why},
                    &by.redaction);
            item->audit_entry().failure = why;
            item->audit_entry().hooks = std::move(item->hook_records);
            item->is_written = true;
            by.audit.write(item->audit_entry());
            if (!has_begun) // the outcome of the others is unknown, so they get no answer
                finished(item->index, answer);
        }
    } catch (const std::exception&) { // the error that ended the run is reported already
    }
}

}
