#include "frontends/workflow/flow_engine.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/workflow/once.hpp"
#include "frontends/workflow/uncertain.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace frontends::workflow {

using Status = StepResult::Status;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds time_for_final_steps {30};

// Returns the environment variables of these names that are set.
static Json variables_named(const std::vector<std::string>& names)
{
    Json values = Json::object();
    for (const auto& name : names)
        if (const char* value = std::getenv(name.c_str())) { // NOLINT(concurrency-mt-unsafe)
            if (!text::is_utf8(value))
                throw ToolError(
                    Code::bad_request, "the variable " + text::in_quotes(name) + " is not UTF-8");
            values[name] = value;
        }
    return values;
}

Flow::Flow(
    FlowRun& run, const Chosen& chosen, std::string path, const Json& parameters, Limits* outer)
    : run(run)
    , chosen(chosen)
    , templates(&chosen.compiled())
    , path(std::move(path))
    , data({parameters, variables_named(chosen.workflow->fields.texts("pass_env")),
          variables_named(chosen.workflow->fields.texts("secrets")), run.run_id, run.now})
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
    data.set_step(step.id, decision.result);
    return step_result_of(decision.result);
}

void Flow::end_step(const Step& step, const std::string& where, const StepResult& result)
{
    const Json document = result.document();
    run.log->step_in_sessions(
        where, result.is_good() ? StepLog::InSessions::end_well : StepLog::InSessions::end_badly);
    run.log->step_ends(where, document);
    data.set_step(step.id, document);
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
            run.log->step_begins(where);
            result = tried(step, where);
        }
    } catch (const Problem& problem) {
        result = failed_step(problem);
    }
    result.started = started;
    result.ended = std::chrono::system_clock::now();
    end_step(step, where, result);
    return result;
}

Flow::ListEnd Flow::do_steps(const std::vector<Step>& steps, const std::string& where)
{
    ListEnd end;
    end.last.status = Status::skipped;
    for (const auto& step : steps) {
        const std::string inner = where.empty() ? step.name : where + "." + step.name;
        StepResult result = do_step(step, inner);
        while (!result.is_good() && step.fields.text("on_failure") == "ask") {
            const std::string answer = run.ask_after_failure(inner, result);
            if (answer == "retry") {
                allow_repetition(inner, result);
                result = do_step(step, inner);
            } else if (answer == "skip") {
                result.status = Status::skipped;
                end_step(step, inner, result);
            } else {
                break;
            }
        }
        const bool goes_on = result.is_good()
            || (step.fields.text("on_failure") == "continue" && !is_out_of_calls());
        if (!goes_on)
            return {std::move(result), true};
        if (result.status != Status::skipped)
            end.last = std::move(result);
    }
    return end;
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
    const ListEnd last = do_steps(steps, where);
    run.deadline = until;
    limits->suspend(false);
    if (last.is_ended && end.status == Status::ok)
        end = ended(last.last, true);
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
        end = ended(failed_step(error), true);
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
        end.exit_status = 128 + (run.cancel.signal() != 0 ? run.cancel.signal() : SIGINT);
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

FlowEnd Flow::go()
{
    set_deadline();
    FlowEnd end;
    try {
        const ListEnd list = do_steps(chosen.workflow->steps(), path);
        end = ended(list.last, list.is_ended);
        if (!list.is_ended)
            render_results(end, list.last);
    } catch (const ToolError&) {
        const bool is_over = run.cancel.reason() == system::Cancel::Reason::deadline || is_late();
        if (run.log->is_uncertain() || (!is_over && !run.cancel.is_set())
            || (!is_over && !path.empty()))
            throw;
        end = interrupted_end(is_over);
        if (!is_over)
            return end;
        run.cancel.end_after({});
        run.cancel.reset();
    }
    do_final_steps(end);
    return end;
}

}
