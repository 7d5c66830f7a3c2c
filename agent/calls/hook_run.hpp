#pragma once

#include "agent/calls/hook.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/running_calls.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/cancel.hpp"

#include <memory>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Combined replies of all hooks of one event.
struct HookVerdict {
    std::string denied_by = {}; // name of the first hook that denies; empty if none does
    std::string reason = {}; // reason or failure of that hook, for the model
    bool has_failed = false; // true if that hook denies because it failed
    bool asks = false; // true if a hook demands that the operator is asked
    std::vector<std::string> notes = {}; // for the model, each "HOOK: NOTE"
    std::vector<std::string> failures = {}; // for the operator, each "HOOK: FAILURE"
    Json records = {}; // for the audit trail: an array with an object for each hook

    // Moves the records and the notes to the end of those from earlier hooks of the call.
    void move_to(Json& all_records, std::vector<std::string>& all_notes);
};

// Counts the running hooks of all calls of a batch. They are limited because each needs descriptors
// and processes.
struct HookSlots {
    static constexpr std::size_t most = 16;
    std::size_t taken = 0;
};

// Returns the error for a call that a hook denied or failed to check. Leaves out a reason of more
// than 500 bytes and refers to 'hookNotes'; the caller adds it there.
ToolError denial_of(const PreparedCall& call, const HookVerdict& verdict);

// Runs the hooks of one event concurrently, as far as slots are free; the others start when hooks
// have ended. Only the destructor waits: it ends the running hooks.
class HookRun {
public:
    struct Dependencies { // must outlive the HookRun
        const std::vector<std::string>& launcher; // command that precedes the flags of a sandbox
        const redaction::Redaction& redaction;
        HookSlots& slots;
    };

    // Starts the hooks with `input` as stdin. `hooks` must outlive this object. A hook that cannot
    // be started counts as a failed hook.
    HookRun(const std::vector<const Hook*>& hooks, std::string input, const Dependencies& by);
    HookRun(const HookRun&) = delete;
    HookRun& operator=(const HookRun&) = delete;
    ~HookRun();

    // Returns true if all hooks have ended.
    bool is_finished() const { return unfinished == 0; }

    // Asks the running hooks to end, and does not start the others: all of these count as failed.
    void cancel();

    void watch(system::Watch& watch) const;
    void step();

    // Returns the replies. Call it once, when is_finished() returns true.
    HookVerdict take();

private:
    struct One;

    Call call_of(One& one) const;
    void begin_next();
    void end_unfinished(const std::string& failure);
    void release(std::size_t count);
    void finish(One& one, const Outcome& outcome);

    Dependencies by;
    std::string input;
    std::vector<One> all;
    std::size_t next = 0; // index of the first hook that has not been started
    std::size_t held = 0; // number of slots that this object has taken
    bool has_no_process = false; // true if the next hook has to wait until another one has ended
    std::size_t unfinished;
    RunningCalls running;
};

// All hooks of a run.
class Hooks {
public:
    struct Setting {
        // Command of `exec` with its flags but the policy; empty if the manifest has no launcher.
        std::vector<std::string> launcher = {};
        std::string workspace = {}; // absolute path
        std::string session = {}; // name of the run, "session_id" in the input of hooks
    };

    // Throws BAD_REQUEST if a hook runs in a sandbox and the launcher is empty.
    Hooks(std::vector<Hook> given, Setting given_setting, const redaction::Redaction& redaction);

    // Starts the before-call hooks for the call. Returns null if no hook matches its tool.
    std::unique_ptr<HookRun> before(const PreparedCall& call, HookSlots& slots) const;

    // Starts the after-call hooks for the call, which has ended with `answer`. Returns null if no
    // hook matches its tool.
    std::unique_ptr<HookRun> after(
        const PreparedCall& call, const std::string& answer, HookSlots& slots) const;

    // Runs the on-stop hooks and waits for them. `continues` is true if a hook has already
    // continued this turn. Hooks that still run when the deadline of `cancel` passes are ended and
    // count as failed. Throws INTERNAL "interrupted" if `cancel` is set for another reason.
    HookVerdict on_stop(const std::string& answer, bool continues, system::Cancel& cancel) const;

private:
    bool is_any_about(HookEvent event, const std::string& tool) const;
    std::unique_ptr<HookRun> begin(
        HookEvent event, const std::string& tool, Json input, HookSlots& slots) const;

    std::vector<Hook> hooks;
    Setting setting;
    const redaction::Redaction& redaction;
};

}
