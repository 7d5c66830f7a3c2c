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

// What hooks of one event have replied together.
struct HookVerdict {
    std::string denied_by = {}; // the name of the first that denies; empty: none does
    std::string reason = {}; // of it, for the model
    bool has_failed = false; // it denies because it failed
    bool asks = false;
    std::vector<std::string> notes = {}; // for the model, each begins with the name of its hook
    std::vector<std::string> failures = {}; // for the operator, likewise
    Json records = {}; // an array for the audit, an object of each hook

    // Adds the records and the notes to those of earlier hooks of the call, once.
    void move_to(Json& all_records, std::vector<std::string>& all_notes);
};

// The hooks that run at a time, of all the calls of a batch: each has descriptors and processes.
struct HookSlots {
    static constexpr std::size_t most = 16;
    std::size_t taken = 0;
};

// Returns the answer to a call that a hook denies, or that could not be checked. A long reason is
// left out: it goes into the notes.
ToolError denial_of(const PreparedCall& call, const HookVerdict& verdict);

// The hooks of one event while they run, all at the same time as far as there are slots: the others
// begin when these have ended. Nothing here waits but the destructor, which ends what runs.
class HookRun {
public:
    struct Dependencies { // which must outlive it
        const std::vector<std::string>& launcher; // precedes the flags of each sandbox
        const redaction::Redaction& redaction;
        HookSlots& slots;
    };

    // `hooks` must outlive it. A hook that cannot be started is a reply, too.
    HookRun(const std::vector<const Hook*>& hooks, std::string input, const Dependencies& by);
    HookRun(const HookRun&) = delete;
    HookRun& operator=(const HookRun&) = delete;
    ~HookRun();

    bool is_finished() const { return unfinished == 0; }
    void cancel();
    void watch(system::Watch& watch) const;
    void step();

    // Once, after the end of all.
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
    std::size_t next = 0; // the first that has not begun
    std::size_t held = 0; // slots
    bool has_no_process = false; // for the next one until another hook has ended
    std::size_t unfinished;
    RunningCalls running;
};

// The hooks of a run.
class Hooks {
public:
    struct Setting {
        std::vector<std::string> launcher
            = {}; // `exec` and its flags but for the policy; empty: none
        std::string workspace = {}; // absolute
        std::string session = {}; // the name of the run
    };

    // Throws BAD_REQUEST if one needs a sandbox, and there is no launcher.
    Hooks(std::vector<Hook> given, Setting given_setting, const redaction::Redaction& redaction);

    // Null if no hook is about the call.
    std::unique_ptr<HookRun> before(const PreparedCall& call, HookSlots& slots) const;
    std::unique_ptr<HookRun> after(
        const PreparedCall& call, const std::string& answer, HookSlots& slots) const;

    // Runs the hooks for the end of a turn, and waits for them; `continues` says whether one has
    // continued this turn already. Those that still run at the deadline of `cancel` are ended, and
    // have failed. Throws INTERNAL "interrupted" if there is another reason to end early.
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
