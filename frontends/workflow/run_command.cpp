#include "agent/loop/run_result.hpp"
#include "frontends/workflow/parameter_flags.hpp"
#include "frontends/workflow/plan.hpp"
#include "frontends/workflow/terminal_turn.hpp"
#include "frontends/workflow/workflow_command.hpp"
#include "frontends/workflow/workflow_options.hpp"
#include "frontends/workflow/workflow_run.hpp"
#include "runner/terminal/approval.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace frontends::workflow {

using namespace runner;

static bool is_task(const options::Options& options)
{
    return options.own.of<WorkflowOptions>().is_batch;
}

static constexpr int misused = static_cast<int>(loop::Reason::misused);

static ToolError cannot_run(const std::string& reason)
{
    return {Code::bad_request, "the workflow cannot be run: " + terminal::without_controls(reason)};
}

namespace {

// The end of a run that has not begun.
struct Refusal {
    ToolError error;
    std::string reason; // "misused", "unavailable" or "failed"
    int status;
};

// The front of a run at the terminal; with --batch nobody is asked.
class TerminalFront : public RunFront {
public:
    struct Dependencies {
        const options::Options& options;
        calls::Approve approve;
        const redaction::Redaction& redaction;
        const redaction::Redaction& redaction_of_questions;
        system::Cancel& cancel;
    };
    explicit TerminalFront(const Dependencies& by)
        : by(by)
        , own_output(make_output())
        , own_approval(make_approver())
        , approval(*own_approval, lock, by.cancel)
        , own_progress(*own_output, form(), by.options.verbose, &lock)
    {
    }

    terminal::Output& output() override { return *own_output; }
    Progress& progress() override { return own_progress; }
    calls::Approver& approver() override { return approval; }
    void tell_obstacles(const Obstacles& obstacles, const std::string& path) override
    {
        RunFront::tell_obstacles(obstacles, path);
        own_refusal = Refusal {cannot_run(line_of(path, obstacles.problems.front())),
            obstacles.reason(), obstacles.may_pass ? status_of_passing_failure : misused};
    }
    // Why the run has not begun; nullopt if it has.
    const std::optional<Refusal>& refusal() const { return own_refusal; }
    StepResult ask(const AskStep& asked) override
    {
        const TerminalLock::Turn turn(lock, by.cancel);
        return ask_at_terminal(asked, person());
    }
    std::string ask_how_to_go_on(const FailedStep& step, const StepResult& failed) override
    {
        const TerminalLock::Turn turn(lock, by.cancel);
        return workflow::ask_how_to_go_on(step, failed, person());
    }

private:
    Person person() const
    {
        return {!is_task(by.options), *own_output, by.redaction_of_questions, by.cancel};
    }
    std::unique_ptr<terminal::Output> make_output() const
    {
        if (is_task(by.options))
            return std::make_unique<BatchOutput>(by.redaction, by.options.debug);
        return std::make_unique<terminal::Output>(by.redaction, by.options.debug);
    }
    std::unique_ptr<calls::Approver> make_approver() const
    {
        if (is_task(by.options))
            return std::make_unique<NobodyAsked>(by.approve, by.cancel);
        return std::make_unique<terminal::Approval>(
            by.approve, *own_output, by.redaction_of_questions, by.cancel);
    }
    Progress::Form form() const
    {
        const auto& options = by.options;
        return is_task(options) ? options.json ? Progress::Form::batch_json : Progress::Form::batch
            : options.events    ? Progress::Form::events
            : options.json      ? Progress::Form::json
                                : Progress::Form::people;
    }

    const Dependencies by;
    const std::unique_ptr<terminal::Output> own_output;
    const std::unique_ptr<calls::Approver> own_approval;
    const TerminalLock lock;
    ApproverInTurn approval;
    Progress own_progress;
    std::optional<Refusal> own_refusal;
};

}

// Writes the last line of stderr of a task that did not begin, in the form of one that did, so that
// an engine finds the status there. Returns the status.
static int end_task(const options::Options& options, const std::string& name,
    terminal::Output& output, const Refusal& refusal)
{
    const auto& own = options.own.of<WorkflowOptions>();
    const ToolError& error = refusal.error;
    channel::WorkflowEnds ends {.workflow = name,
        .run_id = own.run_id.empty() && own.resume != "last" ? own.resume : own.run_id,
        .exit_reason = refusal.reason,
        .exit_status = refusal.status,
        .outputs = channel::Document(Json::object()),
        .error = channel::Failure {std::string(system::wire_name(error.code)), error.message}};
    if (!error.hint.empty())
        ends.error->hint = error.hint;
    output.event(channel::Workflow {std::move(ends)}, terminal::Output::Stream::err);
    return refusal.status;
}

static Refusal refusal_by(const ToolError& error)
{
    const int status = batch_status(error);
    return {error,
        loop::name_of(
            status == status_of_passing_failure ? loop::Reason::failed : loop::Reason::misused),
        status};
}

// Writes what the task reports by the output of the front, so that one counter numbers the events.
static int run_with(TerminalFront& front, const options::Options& options, const std::string& name,
    const std::function<int()>& run)
try {
    const int status = run();
    return is_task(options) && front.refusal()
        ? end_task(options, name, front.output(), *front.refusal())
        : status;
} catch (const ToolError& error) {
    if (!is_task(options))
        throw;
    return end_task(options, name, front.output(), refusal_by(error));
}

// Returns the parameters of the run that --resume names, which the given ones replace. Throws
// BAD_REQUEST if one that was not kept is not given.
static std::vector<GivenParameter> kept_parameters(const options::Options& options,
    const Workflow& workflow, const std::vector<GivenParameter>& given)
{
    const auto& own = options.own.of<WorkflowOptions>();
    std::vector<GivenParameter> parameters;
    if (own.resume.empty() || own.is_fresh)
        return parameters;
    const std::string state = state_directory(own.state);
    const auto kept = parameters_of_run(
        state, own.resume == "last" ? last_run(state, workflow.name) : own.resume);
    for (const auto& [name, value] : kept.values.items())
        if (parameter_named(workflow.parameters, name) != nullptr)
            parameters.push_back({name, value, false, name});
    for (const auto& name : kept.withheld)
        if (std::none_of(given.begin(), given.end(),
                [&](const GivenParameter& one) { return one.name == name; }))
            throw ToolError(Code::bad_request,
                "the parameter " + text::in_quotes(name)
                    + " of the run was not kept, since it contains a secret or is long",
                "give it again");
    return parameters;
}

static int run_chosen(const options::Options& options, const redaction::Secrets& secrets,
    system::Cancel& cancel, const std::function<void(std::string_view)>& note)
{
    if (options.dry_run && options.events)
        throw ToolError(Code::bad_request,
            "--events and the plan of a workflow cannot be combined: nothing happens in a plan",
            "--json prints the plan as an object");
    Library library;
    const Chosen chosen = library.choose(options.words.at(0), NamedBy::command_line);
    const Problems problems = told_of(library.problems_of(*chosen.file));
    for (const auto& problem : problems)
        note(terminal::without_controls(line_of(chosen.file->file.path, problem)));
    if (!problems.empty())
        return static_cast<int>(loop::Reason::misused);
    const auto& declared = chosen.workflow->parameters;
    const auto given = given_parameters(declared, options);
    auto known = kept_parameters(options, *chosen.workflow, given);
    known.insert(known.end(), given.begin(), given.end());
    const Json parameters = parameter_values(declared, known);
    const auto workflows = all_called_by(chosen, library);
    const servers::RunServers servers = servers_for(options, secrets, workflows);
    const redaction::Redaction redaction(servers.secrets);
    const redaction::Redaction redaction_of_questions(servers.secrets.of_questions());
    const RunSettings settings(options, servers, workflows);
    TerminalFront front(
        {options, settings.config.approve, redaction, redaction_of_questions, cancel});
    for (const auto& text : servers.notes)
        front.output().note(text);
    return run_with(front, options, chosen.workflow->name, [&] {
        return WorkflowRun({options, settings, redaction, cancel}, front, library, chosen)
            .run(parameters);
    });
}

static int run_for_people(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
try {
    return run_chosen(options, secrets, cancel, terminal::print_note);
} catch (const ToolError& error) {
    if (cancel.reason() != system::Cancel::Reason::deadline)
        throw;
    terminal::print_note(redaction::Redaction(secrets).redact(terminal::one_line(error)));
    return static_cast<int>(loop::Reason::max_seconds);
}

int run_workflow(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    if (!is_task(options))
        return run_for_people(options, secrets, cancel);
    const redaction::Redaction redaction(secrets);
    BatchOutput output(redaction);
    const std::string& name = options.words.at(0);
    std::optional<std::string> problem; // the first problem
    const auto note = [&](std::string_view text) {
        if (!problem)
            problem = text;
        output.note(text);
    };
    try {
        const int status = run_chosen(options, secrets, cancel, note);
        return problem ? end_task(options, name, output, refusal_by(cannot_run(*problem))) : status;
    } catch (const ToolError& error) {
        return end_task(options, name, output, refusal_by(error));
    }
}

}
