#include "frontends/workflow/workflow_run.hpp"
#include "frontends/workflow/workflow_options.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/workflow/once.hpp"
#include "frontends/workflow/plan.hpp"
#include "frontends/workflow/run_identity.hpp"
#include "frontends/workflow/uncertain.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace frontends::workflow {

using namespace runner;

// Applies the `approve` of the workflow to the calls of models; an untrusted workflow needs
// approval of changes unless --approve is given.
static void make_stricter(calls::Approve& approve, const Chosen& chosen, bool is_given)
{
    const std::string wanted = chosen.workflow->fields.text("approve");
    const bool asks = !chosen.file->file.is_trusted && !is_given;
    if (wanted == "always")
        approve = std::max(approve, calls::Approve::always);
    else if (asks || wanted == "changes")
        approve = std::max(approve, calls::Approve::changes);
}

// Prevents tools and confined servers from changing a file that the next run obeys.
static void protect(const std::string& path, start::RunConfig& config)
{
    config.tools.obeyed.push_back(path);
    const auto place = std::filesystem::absolute(path).lexically_normal().lexically_relative(
        std::filesystem::current_path());
    if (place.empty() || *place.begin() == "..")
        return;
    for (auto& server : config.servers)
        if (const auto end = std::find(server.launcher.begin(), server.launcher.end(), "--");
            end != server.launcher.end())
            server.launcher.insert(end, "--protect=" + place.string());
}

// Protects the file of a workflow and the schemas in its directory.
static void protect_files(const Chosen& chosen, start::RunConfig& config)
{
    protect(chosen.file->file.path, config);
    const auto look = [&](const Step& step) {
        const Field* schema = step.kind == Kind::llm ? step.own().find("output_schema") : nullptr;
        if (schema != nullptr && schema->node->kind == YamlNode::Kind::scalar)
            protect(chosen.file->file.directory + "/" + schema->node->text, config);
    };
    for_each_step(chosen.workflow->steps(), look);
    for_each_step(chosen.workflow->final_steps(), look);
}

static start::RunConfig config_of_run(const options::Options& options,
    const servers::RunServers& servers, const std::vector<Chosen>& workflows)
{
    start::RunConfig config = start::run_config_of(options);
    config.servers = servers.entries;
    config.offers_skills = false; // a step determines all that its model receives
    config.tools.has_skills = false;
    if (!options.own.of<WorkflowOptions>().state.empty()) // the content of a journal is trusted
        protect(options.own.of<WorkflowOptions>().state, config);
    config.record.clear(); // each step has its own
    config.replay.clear();
    for (const auto& one : workflows) {
        protect_files(one, config);
        make_stricter(config.approve, one, options.approve_is_given);
    }
    return config;
}

RunSettings::RunSettings(const options::Options& options, const servers::RunServers& servers,
    const std::vector<Chosen>& workflows)
    : config(config_of_run(options, servers, workflows))
    , agents(options, workflows,
          [&](const options::Options& own) { return config_of_run(own, servers, workflows); })
{
    agents.protect_files(config);
}

void add_secrets_of(const options::Options& options, const std::vector<Chosen>& workflows,
    redaction::Secrets& secrets)
{
    for (auto& secret : secrets_of_agents(options, workflows))
        secrets.values.push_back(std::move(secret));
    for (const auto& chosen : workflows)
        for (const auto& name : chosen.workflow->fields.texts("secrets"))
            if (auto value = variable_in(options.own.of<WorkflowOptions>().variables, name))
                if (!value->empty())
                    secrets.values.push_back(*std::move(value));
}

servers::RunServers servers_for(const options::Options& options, const redaction::Secrets& secrets,
    const std::vector<Chosen>& workflows)
{
    servers::RunServers servers = servers::servers_of_run(options, secrets);
    if (servers.problem)
        throw ToolError(*servers.problem);
    add_secrets_of(options, workflows, servers.secrets);
    return servers;
}

// True if the condition holds for any step.
static bool has_step(const std::vector<Chosen>& workflows, bool (*holds)(const Step&))
{
    bool has_some = false;
    const auto look = [&](const Step& step) { has_some |= holds(step); };
    for (const auto& one : workflows) {
        for_each_step(one.workflow->steps(), look);
        for_each_step(one.workflow->final_steps(), look);
    }
    return has_some;
}

static bool is_shared(const Step& step)
{
    return step.kind == Kind::foreach && step.own().is_set("shard");
}

WorkflowRun::WorkflowRun(const From& from, RunFront& front, Library& library, const Chosen& chosen)
    : options(from.options)
    , settings(from.settings)
    , redaction(from.redaction)
    , cancel(from.cancel)
    , front(front)
    , library(library)
    , chosen(chosen)
    , output(front.output())
    , progress(front.progress())
    , audit(
          redaction, [this](const std::string& text) { output.note(text); }, settings.config.audit,
          settings.config.audit_directory)
    , observer(redaction)
    , recordings(options.record, options.replay)
    , turns(options.own.of<WorkflowOptions>().workers == 0
              ? processor_count()
              : static_cast<std::size_t>(options.own.of<WorkflowOptions>().workers))
    , models({settings.config, settings.agents, recordings, progress},
          {redaction, output, audit, front.approver(), observer, cancel})
    , needed_servers(servers_of_steps(all_called_by(chosen, library)))
{
}

std::unique_ptr<StepCalls> WorkflowRun::make_calls()
{
    return std::make_unique<StepCalls>(settings.config,
        StepCalls::Dependencies {redaction, audit, front.approver(), cancel, output, progress},
        needed_servers);
}

FlowRun WorkflowRun::shared(StepCalls& calls, StepLog& log)
{
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    FlowRun run {library, &calls, &log, cancel, models,
        [this](const AskStep& asked) { return front.ask(asked); },
        [this](const FailedStep& step, const StepResult& failed) {
            return front.ask_how_to_go_on(step, failed);
        },
        run_id, [this] { return make_calls(); }, turns, options.own.of<WorkflowOptions>().variables,
        options.own.of<WorkflowOptions>().grace, directory ? directory->begun_at() : now};
    run.asks_always = options.approve == calls::Approve::always
        || chosen.workflow->fields.text("approve") == "always";
    run.asks_about_untrusted
        = !options.approve_is_given || options.approve != calls::Approve::never;
    run.shard = shard;
    run.uses_inputs = !options.own.of<WorkflowOptions>().is_fresh;
    if (options.max_time.count() > 0) {
        run.deadline = std::chrono::steady_clock::now() + options.max_time;
        cancel.end_after(options.max_time);
    }
    return run;
}

Json WorkflowRun::summary(const FlowEnd& end) const
{
    Json object {{"workflow", chosen.workflow->name}, {"runId", run_id}, {"exitReason", end.reason},
        {"exitStatus", end.exit_status}, {"output", end.result}, {"outputs", end.outputs},
        {"steps", progress.steps()}, {"resumed", directory && directory->is_resumed()}};
    if (end.error)
        object["error"] = failed_step(*end.error).document().at("error");
    if (end.reason == "uncertain")
        object["error"]["code"] = "UNCERTAIN";
    return object;
}

// Creates the directory of the run, or continues with it. Without a home directory, and if no flag
// asks for it, the run is not kept.
void WorkflowRun::open_directory(const Json& parameters)
{
    const std::string state = state_directory(options.own.of<WorkflowOptions>().state);
    if (state.empty() && options.own.of<WorkflowOptions>().run_id.empty()
        && options.own.of<WorkflowOptions>().resume.empty()) {
        if (has_step(all_called_by(chosen, library), is_once))
            throw ToolError(Code::bad_request,
                "a workflow with a once step has to be kept, and there is no home for its runs",
                "name a directory with --state, or set XDG_STATE_HOME");
        return;
    }
    if (!options.own.of<WorkflowOptions>().resume.empty()) {
        run_id = options.own.of<WorkflowOptions>().resume == "last"
            ? last_run(state, chosen.workflow->name)
            : options.own.of<WorkflowOptions>().resume;
        (void)lines_of_run(state, run_id); // throws if the run does not exist
    }
    directory = std::make_unique<RunDirectory>(RunDirectory::At {state, run_id},
        identity_of(chosen, library, parameters, options.own.of<WorkflowOptions>().shard),
        options.own.of<WorkflowOptions>().is_fresh ? Parameters::restart : Parameters::as_before,
        redaction);
    for (const auto& assumption : options.own.of<WorkflowOptions>().assumptions)
        directory->assume(assumption_of(assumption));
    timer = std::make_unique<JournalTimer>(*directory);
    cancel.listen_to(*timer);
    if (const auto& changed = directory->changed_from())
        output.note(changed->empty() ? "the workflow has lost its last steps"
                                     : "the workflow has changed: all from "
                    + text::in_quotes(*changed) + " on begins anew");
}

// Prints the result of a run that has finished.
int WorkflowRun::print_again(Json summary)
{
    summary["resumed"] = true;
    progress.workflow_begins(chosen.workflow->name, run_id);
    progress.run_ends(summary, json::member(summary, "output"));
    return static_cast<int>(loop::Reason::answered);
}

void WorkflowRun::audit_end(const FlowEnd& end)
{
    audit.set_labels({"workflow=" + chosen.workflow->name, "reason=" + end.reason});
    audit.begin(chosen.file->file.sha256);
    audit.end({"workflow-end", end.exit_status, progress.steps().size(), ""});
}

void WorkflowRun::tell_end(const FlowEnd& end)
{
    has_told_end = true;
    progress.run_ends(summary(end), end.status == StepResult::Status::ok ? end.result : Json());
    if (end.error && !options.json && !options.events
        && !options.own.of<WorkflowOptions>().is_batch)
        output.note(terminal::one_line(*end.error));
}

// Runs nothing if it is unknown what an earlier process has done.
FlowEnd WorkflowRun::end_of(Flow& flow, const StepLog& log)
{
    try {
        if (directory && directory->is_resumed())
            find_lost_results(*directory, library, chosen);
        if (!directory || !has_uncertain_steps(directory->past()))
            return flow.go();
    } catch (const ToolError&) {
        if (!log.is_uncertain())
            throw;
    }
    return uncertain_end(directory->past());
}

int WorkflowRun::go(Flow& flow, const StepLog& log)
{
    const FlowEnd end = end_of(flow, log);
    if (directory && end.reason != "interrupted" && end.reason != "uncertain")
        directory->finish(summary(end));
    audit_end(end);
    tell_end(end);
    return options.own.of<WorkflowOptions>().is_batch ? batch_status(end, flow.has_met_trouble())
                                                      : end.exit_status & 0xff;
}

// Ends the run because the journal, the results of items, the audit trail or stdout cannot be
// written. Nothing more is run, not even the final steps, since a continued run would have no
// record of it.
int WorkflowRun::break_off(const ToolError& error)
{
    FlowEnd end {.status = StepResult::Status::failed,
        .exit_status = static_cast<int>(loop::Reason::failed),
        .reason = "failed",
        .error = error};
    if (terminal::nobody_reads_stdout())
        end.exit_status = static_cast<int>(loop::Reason::stdout_closed);
    try {
        audit_end(end);
    } catch (const ToolError&) { // the first error is reported
    }
    try {
        if (!has_told_end)
            tell_end(end);
        else
            output.note(terminal::one_line(error));
    } catch (const ToolError&) {
    }
    return options.own.of<WorkflowOptions>().is_batch ? batch_status(end, false) : end.exit_status;
}

Planned WorkflowRun::planned(StepCalls& calls)
{
    return {chosen, library, calls, settings.agents, settings.config, options.taste.prices,
        recordings.are_replayed()};
}

Obstacles WorkflowRun::obstacles()
{
    own_calls = make_calls();
    return obstacles_to(planned(*own_calls));
}

// Ends a run that cannot begin.
int WorkflowRun::refuse(const Obstacles& obstacles)
{
    front.tell_obstacles(obstacles, chosen.file->file.path);
    const int status = static_cast<int>(loop::Reason::misused);
    if ((options.json || options.events) && !options.own.of<WorkflowOptions>().is_batch)
        progress.run_ends(summary({.status = StepResult::Status::failed,
                              .exit_status = status,
                              .reason = obstacles.reason(),
                              .error = obstacles.problems.front()}),
            {});
    return status;
}

int WorkflowRun::show_plan(const Json& parameters)
{
    const Json plan = plan_of(planned(*own_calls), parameters);
    progress.show_plan(plan);
    if (!options.json)
        output.answer(plan_text(plan));
    return static_cast<int>(loop::Reason::answered);
}

int WorkflowRun::run(const Json& parameters)
{
    run_id = options.own.of<WorkflowOptions>().run_id.empty()
        ? new_run_id()
        : options.own.of<WorkflowOptions>().run_id;
    shard = shard_of(options.own.of<WorkflowOptions>().shard);
    if (shard && !has_step(all_called_by(chosen, library), is_shared))
        throw ToolError(Code::bad_request, "no step can be divided into shards",
            "a foreach that can has shard: true");
    if (const Obstacles found = obstacles(); !found.problems.empty())
        return refuse(found);
    if (options.dry_run)
        return show_plan(parameters);
    open_directory(parameters);
    audit.set_parent(run_id);
    if (const auto* end = directory ? &directory->past().finished() : nullptr;
        end != nullptr && *end && json::member(**end, "exitStatus") == 0)
        return print_again(**end);
    StepLog log({directory.get(), progress, redaction, run_id, timer.get()});
    FlowRun run = shared(*own_calls, log);
    progress.workflow_begins(chosen.workflow->name, run_id);
    Flow flow(run, chosen, "", parameters);
    try {
        return go(flow, log);
    } catch (const ToolError& error) {
        return break_off(error);
    }
}

}
