#include "frontends/workflow/flow_engine.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/workflow/once.hpp"
#include "frontends/workflow/uncertain.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace frontends::workflow {

using Status = StepResult::Status;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds time_for_final_steps {30};
static constexpr int status_of_signal = 128; // and the number of the signal

// Returns the variables of these names that are set.
static Json variables_named(const Variables& variables, const std::vector<std::string>& names)
{
    Json values = Json::object();
    for (const auto& name : names)
        if (const auto value = variable_in(variables, name)) {
            if (!text::is_utf8(*value))
                throw ToolError(
                    Code::bad_request, "the variable " + text::in_quotes(name) + " is not UTF-8");
            values[name] = *value;
        }
    return values;
}

Flow::Flow(
    FlowRun& run, const Chosen& chosen, std::string path, const Json& parameters, Limits* outer)
    : run(run)
    , chosen(chosen)
    , templates(&chosen.compiled())
    , path(std::move(path))
    , data({parameters, variables_named(run.variables, chosen.workflow->fields.texts("pass_env")),
          variables_named(run.variables, chosen.workflow->fields.texts("secrets")), run.run_id,
          run.now})
    , limits(std::make_shared<Limits>(*chosen.workflow, outer))
{
}

bool Flow::is_late() const { return Clock::now() >= run.deadline; }

// Returns the time until the deadline has passed; 0 if there is none, as for Cancel::end_after().
std::chrono::milliseconds Flow::time_left() const
{
    if (run.deadline == Clock::time_point::max())
        return {};
    const auto left
        = std::chrono::duration_cast<std::chrono::milliseconds>(run.deadline - Clock::now());
    return std::max(left, std::chrono::milliseconds(0)) + std::chrono::milliseconds(1);
}

bool Flow::is_skipped(const Step& step)
{
    const Field* when = step.fields.find("when");
    return when != nullptr && !compiled().conditions.at(when->node).holds(data.data());
}

// Returns the result of a step that an earlier process has executed; nullopt if it must run. Throws
// if it is unknown whether the step was done.
std::optional<StepResult> Flow::kept_result(const Step& step, const std::string& where)
{
    Decision decision = run.log->decision(where, is_once(step));
    if (decision.kind == Decision::Kind::uncertain)
        throw note_uncertain(*run.log, where, {Code::conflict, decision.reason});
    if (decision.kind != Decision::Kind::keep)
        return std::nullopt;
    run.log->step_is_kept(where, decision.result);
    set_result(step, decision.result);
    return step_result_of(decision.result);
}

// Makes the result of a step visible to templates. The answer of a model is its stdout, too.
void Flow::set_result(const Step& step, const Json& result)
{
    const Json& output = json::member(result, "output");
    if (step.kind != Kind::llm || !output.is_string())
        return data.set_step(step.id, result);
    Json with_stdout = result;
    with_stdout["stdout"] = output;
    data.set_step(step.id, with_stdout);
}

void Flow::end_step(const Step& step, const std::string& where, const StepResult& result)
{
    const Json document = result.document();
    run.log->step_in_sessions(
        where, result.is_good() ? StepLog::InSessions::end_well : StepLog::InSessions::end_badly);
    run.log->step_ends(where, document);
    set_result(step, document);
}

std::optional<StepInputs> Flow::inputs_of(const Step& step, const std::string& where)
{
    const Field* const field = step.fields.find("inputs");
    if (field == nullptr)
        return std::nullopt;
    try {
        return StepInputs({step, chosen, run.library, data, where}, run.cancel);
    } catch (const ToolError& error) {
        run.cancel.check();
        throw Problem(field->place, error.code, error.message, error.hint);
    }
}

// Returns the result of an earlier run in which the step had the same inputs; nullopt if there is
// none.
std::optional<StepResult> Flow::unchanged_result(
    const Step& step, const std::string& where, const std::optional<StepInputs>& inputs)
{
    const auto known = inputs && run.uses_inputs ? inputs->known_result() : std::nullopt;
    if (!known)
        return std::nullopt;
    run.log->step_is_kept(where, *known);
    set_result(step, *known);
    return step_result_of(*known);
}

StepResult Flow::do_step(const Step& step, const std::string& where)
{
    run.cancel.check();
    if (is_late())
        throw ToolError(Code::internal, "interrupted");
    if (auto kept = kept_result(step, where))
        return *kept;
    has_acted = true;
    const auto started = std::chrono::system_clock::now();
    StepResult result;
    try {
        if (is_skipped(step)) {
            result.status = Status::skipped;
            result.attempts = 0;
        } else {
            const auto inputs = inputs_of(step, where);
            if (auto known = unchanged_result(step, where, inputs))
                return *std::move(known);
            run.log->step_begins(where);
            result = tried(step, where);
            if (inputs && result.status == Status::ok && !run.log->has_secret(result.document()))
                inputs->store(result.document());
        }
    } catch (const Problem& problem) {
        result = failed_step(placed(problem, &step));
    }
    result.started = started;
    result.ended = std::chrono::system_clock::now();
    end_step(step, where, result);
    return result;
}

// Executes a step, and asks a person after a failure if `on_failure` says so.
StepResult Flow::do_step_or_ask(const Step& step, const std::string& where)
{
    StepResult result = do_step(step, where);
    while (!result.is_good() && step.fields.text("on_failure") == "ask") {
        const std::string answer = run.ask_after_failure({where, chosen.workflow->name}, result);
        if (answer == "retry") {
            allow_repetition(where, result);
            result = do_step(step, where);
        } else if (answer == "skip") {
            result.status = Status::skipped;
            end_step(step, where, result);
        } else {
            break;
        }
    }
    return result;
}

Flow::ListEnd Flow::do_steps(const std::vector<Step>& steps, const std::string& where)
{
    ListEnd end;
    end.last.status = Status::skipped;
    for (const auto& step : steps) {
        const std::string inner = where.empty() ? step.name : where + "." + step.name;
        StepResult result = do_step_or_ask(step, inner);
        const bool goes_on = result.is_good()
            || (step.fields.text("on_failure") == "continue" && !is_out_of_calls());
        if (!goes_on)
            return {std::move(result), true};
        if (result.status != Status::skipped)
            end.last = std::move(result);
    }
    return end;
}

// Returns the error of a template with the file, the place and the field; others as they are.
ToolError Flow::placed(const ToolError& error, const Step* step) const
{
    const auto* const problem = dynamic_cast<const Problem*>(&error);
    if (problem == nullptr)
        return error;
    const Place place = problem->place;
    FieldAt field = field_at(chosen.workflow->fields, place);
    if (const FieldAt own = step == nullptr ? FieldAt() : field_at(step->fields, place);
        field.place.is_before(own.place))
        field = own;
    return {error.code,
        chosen.file->file.path + ":" + std::to_string(place.line) + ":"
            + std::to_string(place.column) + ": " + (field.name.empty() ? "" : field.name + ": ")
            + error.message,
        error.hint};
}

FlowEnd Flow::ended(const StepResult& result, bool has_failed)
{
    FlowEnd end;
    if (!has_failed)
        return end;
    end.status = result.status;
    end.exit_status = is_out_of_calls() ? static_cast<int>(loop::Reason::max_tool_calls)
        : result.exit_status == 0       ? 1
                                        : result.exit_status;
    end.error = result.error;
    end.reason = is_out_of_calls()                              ? "max-tool-calls"
        : result.status == Status::denied                       ? "denied"
        : result.error && result.error->code == Code::timed_out ? "timed-out"
                                                                : "failed";
    return end;
}

// Executes each final step, whether or not those before it have failed. Returns the first failure
// that ends a workflow.
std::optional<StepResult> Flow::first_failure_of(
    const std::vector<Step>& steps, const std::string& where)
try {
    std::optional<StepResult> failed;
    for (const auto& step : steps) {
        StepResult result = do_step_or_ask(step, where + "." + step.name);
        if (!failed && !result.is_good() && step.fields.text("on_failure") != "continue")
            failed = std::move(result);
    }
    return failed;
} catch (const ToolError&) {
    const bool is_over = run.cancel.reason() == system::Cancel::Reason::deadline || is_late();
    if (run.log->is_uncertain() || (!is_over && !run.cancel.is_set()))
        throw;
    if (!is_over)
        return failed_step({Code::internal, "interrupted"});
    return failed_step({Code::timed_out, "the final steps have taken too long",
                           "they may take " + std::to_string(time_for_final_steps.count()) + " s"},
        status_of_timeout);
}

void Flow::do_final_steps(FlowEnd& end)
{
    const auto& steps = chosen.workflow->final_steps();
    if (steps.empty())
        return;
    const std::string where = path.empty() ? "finally" : path + ".finally";
    if (has_acted && run.log->is_resumed()) // they tell how it has ended now
        run.log->begin_again(where);
    data.set("workflow", {{"status", end.reason == "done" ? "ok" : end.reason}});
    const auto until = std::exchange(run.deadline, Clock::now() + time_for_final_steps);
    limits->suspend(true);
    const auto failed = first_failure_of(steps, where);
    run.deadline = until;
    limits->suspend(false);
    if (failed && end.status == Status::ok)
        end = run.cancel.signal() != 0 ? interrupted_end(false) : ended(*failed, true);
}

// Executes the final steps, also after the deadline or a first signal. That signal is sent to this
// process again afterwards, for the calling workflows; a further one ends everything. Nothing runs
// in a worker after a signal: the process that has forked it no longer records the steps.
void Flow::finish(FlowEnd& end)
{
    if (run.cancel.reason() == system::Cancel::Reason::deadline)
        run.cancel.reset();
    const int signal = run.is_worker || run.is_broken_off ? 0 : run.cancel.take_signal();
    if (signal != 0) {
        end = interrupted_end(false);
        end.exit_status = status_of_signal + signal;
    }
    if (!run.cancel.is_set())
        do_final_steps(end);
    run.is_broken_off |= run.cancel.signal() != 0;
    if (signal != 0)
        kill(getpid(), signal);
}

void Flow::render_results(FlowEnd& end, const StepResult& last)
{
    const Block& fields = chosen.workflow->fields;
    end.result = last.output;
    try {
        if (const Field* result = fields.find("result"))
            end.result = compiled().values.at(result->node).value(data.data());
        if (const Field* outputs = fields.find("outputs"))
            end.outputs = compiled().values.at(outputs->node).value(data.data());
    } catch (const ToolError& error) {
        end = ended(failed_step(placed(error, nullptr)), true);
    }
}

// Returns the end of an interrupted run: by the time limit of the run or of the step that called
// this workflow, or by a signal.
FlowEnd Flow::interrupted_end(bool is_over) const
{
    FlowEnd end;
    end.status = Status::failed;
    if (!is_over) {
        end.reason = "interrupted";
        end.exit_status
            = status_of_signal + (run.cancel.signal() != 0 ? run.cancel.signal() : SIGINT);
        end.error = ToolError(Code::internal, "interrupted");
    } else if (path.empty()) {
        end.reason = "max-seconds";
        end.exit_status = static_cast<int>(loop::Reason::max_seconds);
        end.error = ToolError(Code::timed_out, "the time of the run is over",
            "limits.seconds or --max-seconds allows more");
    } else {
        end.reason = "timed-out";
        end.exit_status = status_of_timeout;
        end.error = ToolError(Code::timed_out, "the workflow has taken too long");
    }
    return end;
}

// Sets the deadline from limits.seconds.
void Flow::set_deadline()
{
    const Block* const fields = chosen.workflow->fields.block("limits");
    if (fields == nullptr || fields->find("seconds") == nullptr)
        return;
    const std::chrono::milliseconds time(
        static_cast<long long>(fields->number("seconds", 0) * 1000));
    run.deadline = std::min(run.deadline, Clock::now() + time);
    run.cancel.end_after(time_left());
}

// Waits until no other run of the group is active. A called workflow belongs to the group of its
// caller alone.
void Flow::join_group()
{
    const Block* const fields = chosen.workflow->fields.block("concurrency");
    if (fields == nullptr || !path.empty())
        return;
    const Field& name = *fields->find("group");
    run.group.emplace(RunGroup::Wanted {compiled().texts.at(name.node).text(data.data()),
                          fields->is_set("cancel")},
        run.cancel, [this](std::string_view text) { run.log->note(text); });
}

FlowEnd Flow::go()
{
    const Clock::time_point outer = run.deadline;
    set_deadline();
    FlowEnd end;
    bool has_begun = false;
    try {
        join_group();
        has_begun = true;
        const ListEnd list = do_steps(chosen.workflow->steps(), path);
        end = ended(list.last, list.is_ended);
        if (!list.is_ended)
            render_results(end, list.last);
    } catch (const ToolError&) {
        const bool is_over = run.cancel.reason() == system::Cancel::Reason::deadline || is_late();
        if (run.log->is_uncertain() || (!is_over && !run.cancel.is_set()))
            throw;
        end = interrupted_end(is_over);
        if (is_over) {
            run.cancel.end_after({});
            run.cancel.reset();
        }
    }
    if (!has_begun)
        return end;
    finish(end);
    const auto reason = run.cancel.reason();
    const bool is_interrupted = reason == system::Cancel::Reason::signal
        || reason == system::Cancel::Reason::client || Clock::now() >= outer;
    if (is_interrupted && !path.empty()) // the calling workflow ends, too
        throw ToolError(Code::internal, "interrupted");
    return end;
}

}
