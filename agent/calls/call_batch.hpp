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

// Who stands by while calls run.
struct CallDependencies {
    audit::Audit& audit;
    Approver& approval;
    system::Cancel& cancel;
    const redaction::Redaction& redaction; // of what is cut
    AnswerLimiter* limiter = nullptr; // null: answers have no limit
    const Hooks* hooks = nullptr; // null: there are none
    std::function<void(const std::string& text)> note = {}; // a failure of hooks; may be empty
    std::vector<ToolSource*> sources = {}; // whose tools the processes of calls may call, if the
        // run has more than that of the call; Toolbelt sets it
};

// Calls that are run as if one after another, as far as they could notice it: CallLocks says which
// run at once. One that has to be approved is asked about right before it would begin; while its
// decision is awaited, or its server starts, the others run (PreparedCall::sender). The
// hooks of a call run before it is asked about, and after its end; its answer is told after them. A
// line of the audit is written for each before its answer is told. The processes of calls may make
// calls of their own, which are asked about likewise. It waits for nothing: whoever
// has it waits for what watch() adds, then steps.
class CallBatch {
public:
    // Hears of each answer, as soon as it is in the audit; `index` counts the calls in the order of
    // add(). Answers are told in this order, too; but at once of a call that is not run or is
    // cancelled.
    using Finished = std::function<void(std::size_t index, const ToolAnswer& answer)>;

    // `first_id` and those after it are free for its calls.
    CallBatch(const CallDependencies& by, CallId first_id, Finished finished);
    CallBatch(const CallBatch&) = delete;
    CallBatch& operator=(const CallBatch&) = delete;

    // Ends what runs, and waits for that.
    ~CallBatch();

    // After those that were added before. May be called while others run, but not by `finished`.
    void add(PreparedCall call);

    bool is_done() const;

    // True if every call that is under way waits for a decision or for an answer.
    bool only_waits() const;

    void watch(system::Watch& watch) const;

    // Throws what is to end the run: the audit can't be written, or no call can be made at all.
    void step();

    // Ends the calls with this id of the model's, before or while they run: their answers tell
    // this. Takes effect with the next step(); the others go on. Returns whether there is one that
    // has not ended.
    bool cancel(const std::string& call_id);

    // Ends all that run; none is begun any more. is_done() when they have ended.
    void cancel_all();

    // After cancel_all(): kills what has not ended yet.
    void kill_cancelled();

    // After cancel_all() or what step() has thrown: ends what runs, and waits for that; then the
    // audit gets a line for all that have no answer, and those that were not begun have this
    // answer. Throws nothing.
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
    std::vector<std::unique_ptr<Item>> items; // that are not done
    std::size_t count = 0; // of all that were added
    std::vector<std::string> cancelled; // ids to be ended
    NestedAsks nested;
    bool is_ending = false;
};

}
