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
};

// Returns the answer to a call that a hook denies, or that could not be checked. A long reason is
// left out: it goes into the notes.
ToolError denial_of(const PreparedCall& call, const HookVerdict& verdict);

// The hooks of one event while they run, all at the same time. Nothing here waits but the
// destructor, which ends what runs.
class HookRun {
public:
    // `hooks` and `redaction` must outlive it. `launcher` precedes the flags of each sandbox. A
    // hook that cannot be started is a reply, too.
    HookRun(const std::vector<const Hook*>& hooks, const std::vector<std::string>& launcher,
        const std::string& input, const redaction::Redaction& redaction);
    HookRun(const HookRun&) = delete;
    HookRun& operator=(const HookRun&) = delete;
    ~HookRun();

    bool is_finished() const { return unfinished == 0; }
    void cancel() { running.end_all(End::cancelled); }
    void watch(system::Watch& watch) const;
    void step();

    // Once, after the end of all.
    HookVerdict take();

private:
    struct One;

    Call call_of(One& one, const std::string& input) const;
    void finish(One& one, const Outcome& outcome);

    const std::vector<std::string>& launcher;
    const redaction::Redaction& redaction;
    std::vector<One> all;
    std::size_t unfinished = 0;
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
    std::unique_ptr<HookRun> before(const PreparedCall& call) const;
    std::unique_ptr<HookRun> after(const PreparedCall& call, const std::string& answer) const;

    // Runs the hooks for the end of a turn, and waits for them; `continues` says whether one has
    // continued this turn already. Throws INTERNAL "interrupted".
    HookVerdict on_stop(const std::string& answer, bool continues, system::Cancel& cancel) const;

private:
    bool is_any_about(HookEvent event, const std::string& tool) const;
    std::unique_ptr<HookRun> begin(HookEvent event, const std::string& tool, Json input) const;

    std::vector<Hook> hooks;
    Setting setting;
    const redaction::Redaction& redaction;
};

}
