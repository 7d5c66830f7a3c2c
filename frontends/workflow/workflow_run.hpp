#pragma once

#include "agent/audit/audit.hpp"
#include "agent/loop/quiet.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/batch.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/question.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/start/run_config.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace runner;

// Who follows a run of a workflow, and is asked in it, also by workers.
class RunFront {
public:
    RunFront() = default;
    RunFront(const RunFront&) = delete;
    RunFront& operator=(const RunFront&) = delete;
    virtual ~RunFront() = default;

    virtual terminal::Output& output() = 0;
    virtual Progress& progress() = 0;
    virtual calls::Approver& approver() = 0;

    // Why the run cannot begin.
    virtual void tell_obstacle(const std::string& line) { output().note(line); }

    // Of an `ask` step. Throws INTERNAL "interrupted".
    virtual StepResult ask(const AskStep& asked) = 0;

    // After a step that has failed: "retry", "skip" or "stop". Throws likewise.
    virtual std::string ask_how_to_go_on(const std::string& path, const StepResult& failed) = 0;
};

// The settings for the steps of a run: those of the flags, made stricter by a workflow, and those
// of the profiles that it names.
struct RunSettings {
    RunSettings(const options::Options& options, const servers::RunServers& servers,
        const std::vector<Chosen>& workflows);

    start::RunConfig config;
    Agents agents;
};

// `secrets` of workflows are redacted whatever their names are, and so are those in the URLs of
// the profiles that they name.
void add_secrets_of(const options::Options& options, const std::vector<Chosen>& workflows,
    redaction::Secrets& secrets);

// One run of a workflow.
class WorkflowRun {
public:
    struct From {
        const options::Options& options;
        const RunSettings& settings;
        const redaction::Redaction& redaction;
        system::Cancel& cancel;
    };

    // All have to outlive it.
    WorkflowRun(const From& from, RunFront& front, Library& library, const Chosen& chosen);

    // The exit status. Throws what is wrong before the first step.
    int run(const Json& parameters);

private:
    std::unique_ptr<StepCalls> make_calls();
    FlowRun shared(StepCalls& calls, StepLog& log);
    void open_directory(const Json& parameters);
    int print_again(Json summary);
    Json summary(const FlowEnd& end) const;
    int go(Flow& flow);
    int break_off(const ToolError& error);
    void audit_end(const FlowEnd& end);
    void tell_end(const FlowEnd& end);

    const options::Options& options;
    const RunSettings& settings;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    RunFront& front;
    Library& library;
    const Chosen chosen;
    terminal::Output& output;
    Progress& progress;
    audit::Audit audit;
    loop::Quiet observer; // of what a model says
    Recordings recordings;
    const Turns turns;
    ModelSteps models;
    std::string run_id;
    std::optional<Shard> shard;
    std::unique_ptr<RunDirectory> directory; // nullptr: the run is not kept
    std::unique_ptr<JournalTimer> timer;
    bool has_told_end = false;
};

}
