#pragma once

#include "agent/workflow/library.hpp"
#include "frontends/workflow/command_step.hpp"
#include "frontends/workflow/env_file.hpp"
#include "frontends/workflow/foreach_results.hpp"
#include "frontends/workflow/limits.hpp"
#include "frontends/workflow/llm_step.hpp"
#include "frontends/workflow/question.hpp"
#include "frontends/workflow/run_data.hpp"
#include "frontends/workflow/run_group.hpp"
#include "frontends/workflow/step_calls.hpp"
#include "frontends/workflow/step_inputs.hpp"
#include "frontends/workflow/step_log.hpp"
#include "frontends/workflow/step_result.hpp"
#include "frontends/workflow/workers.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;

// The end of a workflow.
struct FlowEnd {
    StepResult::Status status = StepResult::Status::ok;
    int exit_status = 0;
    // done, failed, denied, timed-out, uncertain, interrupted, or the name of a limit
    std::string reason = "done";
    std::optional<ToolError> error = {};
    Json result = {};
    Json outputs = Json::object();
};

// Asks a person. Returns a denied step if nobody can be asked.
using AskPerson = std::function<StepResult(const AskStep& asked)>;

// State that all steps of a run share.
struct FlowRun {
    Library& library;
    StepCalls* calls; // each worker has its own
    StepLog* log;
    system::Cancel& cancel;
    ModelSteps& models;
    AskPerson ask;
    // "retry", "skip" or "stop"
    std::function<std::string(const FailedStep& step, const StepResult& failed)> ask_after_failure;
    std::string run_id;
    std::function<std::unique_ptr<StepCalls>()> make_calls;
    const WorkerSlots& turns; // limits the busy workers
    const Variables& variables; // from --env-file
    std::chrono::milliseconds grace; // the time for workers to exit by themselves
    std::int64_t now = 0; // start of the run, in seconds since 1970
    bool asks_always = false; // --approve always
    bool asks_about_untrusted = true; // --approve is not given
    std::chrono::steady_clock::time_point deadline
        = std::chrono::steady_clock::time_point::max(); // by limits.seconds and --max-seconds
    std::optional<Shard> shard = {}; // from --shard
    bool is_worker = false; // in a process that another one of the run has forked
    bool is_broken_off = false; // a second signal: not even the final steps run
    bool uses_inputs = true; // false with --fresh
    std::optional<RunGroup> group = {}; // group of `concurrency`; set by the first step
};

// Executes the steps of a workflow from top to bottom.
class Flow {
public:
    // `path` is the prefix of the names of its steps; empty for the workflow that -w names. `outer`
    // are the limits of the calling workflow. All references must outlive the object.
    Flow(FlowRun& run, const Chosen& chosen, std::string path, const Json& parameters,
        Limits* outer = nullptr);

    // Throws if the end of an attempt of a `once` step is unknown: see StepLog::is_uncertain().
    FlowEnd go();

    // True if the run has met a failure that may have passed at another attempt.
    bool has_met_trouble() const { return limits->has_met_trouble(); }

private:
    // Executes a list of steps in order. `last` is the result of the last step that ran, or of the
    // one that ended the list.
    struct ListEnd {
        StepResult last = {};
        bool is_ended = false; // a step that failed has ended the list
    };
    ListEnd do_steps(const std::vector<Step>& steps, const std::string& where);
    StepResult do_step(const Step& step, const std::string& where);
    void require_ends_of_attempts(const std::string& where, const ToolError& why);
    void end_attempt(const Step& step, const std::string& where, const StepResult& result);
    void allow_repetition(const std::string& where, const StepResult& failed);
    bool may_repeat(const Step& step, const std::string& where);
    StepResult try_once(const Step& step, const std::string& where);
    calls::ToolAnswer make_call(
        const Step& step, const std::string& where, StepCalls::Wanted wanted);
    StepResult do_step_or_ask(const Step& step, const std::string& where);
    std::optional<StepResult> first_failure_of(
        const std::vector<Step>& steps, const std::string& where);
    void finish(FlowEnd& end);
    std::optional<StepResult> kept_result(const Step& step, const std::string& where);
    void set_result(const Step& step, const Json& result);
    void end_step(const Step& step, const std::string& where, const StepResult& result);
    StepResult tried(const Step& step, const std::string& where);
    StepResult one_try(const Step& step, const std::string& where);
    StepResult work(const Step& step, const std::string& where);
    StepResult do_command(const Step& step, const std::string& where);
    StepResult do_tool(const Step& step, const std::string& where);
    StepResult do_set(const Step& step);
    StepResult do_llm(const Step& step, const std::string& where);
    StepResult do_workflow(const Step& step, const std::string& where);
    StepResult do_foreach(const Step& step, const std::string& where);
    StepResult do_repeat(const Step& step, const std::string& where);
    bool keep_pass(const std::string& path);
    Json results_of(const std::vector<Step>& steps) const;
    StepResult do_parallel(const Step& step, const std::string& where);
    Json do_branch(const StepList& branch, const std::string& where);
    friend class ParallelStep;
    struct ForeachItems {
        std::vector<Json> items;
        std::vector<std::string> keys;
    };
    void do_items(const Step& step, const std::string& where, const ForeachItems& items,
        ForeachResults& results);
    void do_side_by_side(
        const std::vector<std::size_t>& units, std::size_t max_count, Workers::Task task);
    void begin_worker(WorkerLink& link);
    void forget_steps_in(const std::vector<Step>& steps);
    std::vector<Json> items_of(const Step& step) const;
    std::vector<std::string> keys_of(const Step& step, const std::vector<Json>& items);
    Json do_item(const Step& step, const std::string& where, std::size_t index, const Json& item);
    StepResult fall_back(const Step& step, const std::string& where, StepResult failed);
    bool wants_again(const Step& step, const std::string& where, const StepResult& result);
    bool is_skipped(const Step& step);
    std::optional<StepInputs> inputs_of(const Step& step, const std::string& where);
    std::optional<StepResult> unchanged_result(
        const Step& step, const std::string& where, const std::optional<StepInputs>& inputs);
    bool wait_before(const Step& step, const std::string& where, const StepResult& result);
    void find_artifacts(const Step& step, const std::string& where, StepResult& result);
    calls::ToolAnswer call(
        const Step& step, const std::string& where, std::string tool, Json arguments);
    std::string ways_to_approve(const calls::ToolAnswer& answer) const;
    std::chrono::milliseconds timeout_of(const Step& step);
    std::chrono::milliseconds time_left() const;
    bool is_late() const;
    bool is_out_of_calls() const { return limits->is_out_of_calls(); }
    void set_deadline();
    void join_group();
    FlowEnd interrupted_end(bool is_over) const;
    StepResult within(
        const Step& step, const std::string& where, std::chrono::steady_clock::time_point outer);
    FlowEnd ended(const StepResult& result, bool has_failed);
    ToolError placed(const ToolError& error, const Step* step) const;
    void do_final_steps(FlowEnd& end);
    void render_results(FlowEnd& end, const StepResult& last);
    const Compiled& compiled() const { return *templates; }

    FlowRun& run;
    Chosen chosen;
    const Compiled* templates;
    std::string path;
    RunData data;
    std::shared_ptr<Limits> limits;
    std::chrono::milliseconds timeout_now {}; // the timeout of the current try
    std::unique_ptr<StepLog> own_log; // only in a worker
    std::unique_ptr<StepCalls> own_calls;
    bool has_acted = false; // a step has run in this process
};

}
