#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/answer_limits.hpp"
#include "agent/calls/approver.hpp"
#include "agent/calls/hook_run.hpp"
#include "agent/calls/nested_asks.hpp"
#include "agent/calls/prepared_call.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The objects that a CallBatch uses. They must outlive it.
struct CallDependencies {
    audit::Audit& audit;
    Approver& approval;
    system::Cancel& cancel;
    const redaction::Redaction& redaction; // applied to text before it is cut
    AnswerLimiter* limiter = nullptr; // null: answers are not limited
    const Hooks* hooks = nullptr; // null: no hooks
    std::function<void(const std::string& text)> note = {}; // receives failures of hooks; optional
    // Sources of the tools that processes of calls may call; empty: only the source of the call.
    // Set by Toolbelt.
    std::vector<ToolSource*> sources = {};
};

// Runs calls concurrently where CallLocks allows it, with the same results as one after another:
//   - The hooks of a call run first, then the operator is asked about it if necessary, right before
//     it would begin. While a decision is open or the server of a call starts, calls that do not
//     depend on it run (PreparedCall::sender).
//   - After a call has ended, its hooks run again. Then its line is written to the audit trail, and
//     then its answer is passed to `finished`.
//   - Processes of calls may want to make calls, which are decided on in the same way (NestedAsks).
// No function but the destructor and abandon() waits. The owner waits for the events that watch()
// adds, then calls step().
class CallBatch {
public:
    // Receives the answer of a call after its line was written to the audit trail. `index` is the
    // number of the call in the order of add(), from 0. Answers arrive in this order, except that
    // those of calls that did not run, were cancelled or have is_told_at_once do not wait.
    using Finished = std::function<void(std::size_t index, const ToolAnswer& answer)>;

    // The calls get the ids `first_id`, `first_id` + 1, and so on.
    CallBatch(const CallDependencies& by, CallId first_id, Finished finished);
    CallBatch(const CallBatch&) = delete;
    CallBatch& operator=(const CallBatch&) = delete;

    // Ends the running calls and waits until they have ended. Reports no answers.
    ~CallBatch();

    // Adds a call after the calls added before. May be called while calls run, but not from
    // `finished`.
    void add(PreparedCall call);

    // Returns true if every call has its answer; after cancel_all(), if no call runs.
    bool is_done() const;

    // Returns true if at least one call waits for a decision or for the answer of a host, and no
    // hook and no other call runs.
    bool only_waits() const;

    // Adds the events after which step() can make progress.
    void watch(system::Watch& watch) const;

    // Makes as much progress as possible without blocking, and reports answers. Throws only errors
    // that end the run: the audit trail cannot be written, no call can be started at all, or
    // INTERNAL "interrupted".
    void step();

    // Cancels the calls to which the model gave this id, whether they run or not: their answers are
    // errors that say so. Takes effect with the next step(). Other calls continue. Returns false if
    // there is no such call without an answer.
    bool cancel(const std::string& call_id);

    // Cancels all running calls and begins no more of them. is_done() returns true when they have
    // ended. Rethrows the last error of a source or the approver, after all are cancelled.
    void cancel_all();

    // Kills the processes of cancelled calls that still run.
    void kill_cancelled();

    // Ends the batch early, after cancel_all() or an exception of step(). Ends the running calls
    // and waits until they have ended. Then writes a line to the audit trail for each call without
    // one, and passes `finished` an error with `reason` for each call that did not begin. Throws
    // nothing.
    void abandon(const std::string& reason);

private:
    struct Item;
    enum class State { waiting, checked, asked, allowed, running, followed, ended, done };

    static bool is_under_way(State state);
    void take_cancelled();
    void take_decisions();
    void take_nested();
    void take_results();
    void take_verdicts();
    bool has_to_be_checked(Item& item);
    void follow(Item& item);
    void obey(Item& item, HookVerdict verdict);
    void tell_ended();
    void ask(Item& item);
    bool ask_next();
    bool begin(Item& item);
    bool begin_next();
    void decide(Item& item, const Decision& decision);
    void refuse(Item& item, const ToolError& why);
    void end(Item& item, ToolResult result);
    void write(Item& item);
    void end_running();
    std::vector<Item*> next_items() const;

    CallDependencies by;
    CallId first_id;
    Finished finished;
    HookSlots hook_slots; // outlives the items
    std::vector<std::unique_ptr<Item>> items; // calls that are not done
    std::size_t count = 0; // number of calls added so far
    std::vector<std::string> cancelled; // ids of calls that the next step() cancels
    NestedAsks nested;
    bool is_ending = false;
};

}
