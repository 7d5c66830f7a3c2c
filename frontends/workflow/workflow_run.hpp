#pragma once

#include "agent/audit/audit.hpp"
#include "agent/loop/null_observer.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/batch.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/obstacles.hpp"
#include "frontends/workflow/question.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/start/run_config.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace runner;

// Observes a run of a workflow, and answers its questions, also those of workers.
class RunFront {
public:
    RunFront() = default;
    RunFront(const RunFront&) = delete;
    RunFront& operator=(const RunFront&) = delete;
    virtual ~RunFront() = default;

    virtual terminal::Output& output() = 0;
    virtual Progress& progress() = 0;
    virtual calls::Approver& approver() = 0;

    // Reports the reasons why the run cannot begin, at least one. `path` is that of the file.
    virtual void tell_obstacles(const Obstacles& obstacles, const std::string& path)
    {
        for (const auto& problem : obstacles.problems)
            output().note(terminal::without_controls(line_of(path, problem)));
    }

    // Asks the question of an `ask` step. Throws INTERNAL "interrupted".
    virtual StepResult ask(const AskStep& asked) = 0;

    // Asks how to continue after a failed step: returns "retry", "skip" or "stop". Throws INTERNAL
    // "interrupted".
    virtual std::string ask_how_to_go_on(const FailedStep& step, const StepResult& failed) = 0;
};

// The settings for the steps of a run: those of the flags, made stricter by a workflow, and those
// of the profiles that it names.
struct RunSettings {
    RunSettings(const options::Options& options, const servers::RunServers& servers,
        const std::vector<Chosen>& workflows);

    start::RunConfig config;
    Agents agents;
};

// Adds the values of `secrets` of workflows, which are redacted whatever their names are, and the
// secrets in the URLs of the profiles that the workflows name.
void add_secrets_of(const options::Options& options, const std::vector<Chosen>& workflows,
    redaction::Secrets& secrets);

// Returns the MCP servers of a run of these workflows, with all secrets of the run. Throws the
// reason if they cannot be used.
servers::RunServers servers_for(const options::Options& options, const redaction::Secrets& secrets,
    const std::vector<Chosen>& workflows);

// One run of a workflow.
class WorkflowRun {
public:
    struct From {
        const options::Options& options;
        const RunSettings& settings;
        const redaction::Redaction& redaction;
        system::Cancel& cancel;
    };

    // The arguments must outlive the object.
    WorkflowRun(const From& from, RunFront& front, Library& library, const Chosen& chosen);

    // Runs the workflow, and returns the exit status. Throws errors that are found before the first
    // step.
    int run(const Json& parameters);

    // Returns the reasons why the workflow cannot run that are known before the first step.
    Obstacles obstacles();

private:
    int refuse(const Obstacles& obstacles);
    int show_plan(const Json& parameters);
    Planned planned(StepCalls& calls);
    std::unique_ptr<StepCalls> make_calls();
    FlowRun shared(StepCalls& calls, StepLog& log);
    void open_directory(const Json& parameters);
    int print_again(Json summary);
    Json summary(const FlowEnd& end) const;
    FlowEnd end_of(Flow& flow, const StepLog& log);
    int go(Flow& flow, const StepLog& log);
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
    loop::NullObserver observer; // ignores the events of llm steps
    Recordings recordings;
    const WorkerSlots turns;
    ModelSteps models;
    const std::set<std::string> needed_servers;
    std::unique_ptr<StepCalls> own_calls; // of this process
    std::string run_id;
    std::optional<Shard> shard;
    std::unique_ptr<RunDirectory> directory; // nullptr: the run is not kept
    std::unique_ptr<JournalTimer> timer;
    bool has_told_end = false;
};

}
