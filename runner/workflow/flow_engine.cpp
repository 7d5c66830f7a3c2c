#include "runner/workflow/flow_engine.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/workflow/parameters.hpp"
#include "runner/workflow/step_files.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>

namespace runner::workflow {

using Status = StepResult::Status;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds time_for_final_steps {30};
static constexpr std::chrono::milliseconds time_to_kill {2000}; // that `exec` has after a timeout

// `exec` ends a command at its timeout, and tells what it has printed.
static bool is_command(const Step& step)
{
    return step.kind == Kind::exec || step.kind == Kind::shell || step.kind == Kind::python;
}

// The caller's variables of these names, as far as they are set.
static Json variables_named(const std::vector<std::string>& names)
{
    Json values = Json::object();
    for (const auto& name : names)
        if (const char* value = std::getenv(name.c_str())) // NOLINT(concurrency-mt-unsafe)
            values[name] = text::is_utf8(value) ? std::string(value) : text::printable(value);
    return values;
}

Flow::Flow(FlowRun& run, const Chosen& chosen, std::string path, const Json& parameters)
    : run(run)
    , chosen(chosen)
    , templates(&chosen.compiled())
    , path(std::move(path))
    , data({parameters, variables_named(chosen.workflow->fields.texts("pass_env")),
          variables_named(chosen.workflow->fields.texts("secrets")), run.run_id, run.now})
{
}

bool Flow::is_out_of_calls() const { return run.calls_left && *run.calls_left < 0; }

bool Flow::is_late() const { return Clock::now() >= run.deadline; }

// Until the deadline has passed; 0 if there is none, as of Cancel::end_after().
std::chrono::milliseconds Flow::time_left() const
{
    if (run.deadline == Clock::time_point::max())
        return {};
    const auto left
        = std::chrono::duration_cast<std::chrono::milliseconds>(run.deadline - Clock::now());
    return std::max(left, std::chrono::milliseconds(0)) + std::chrono::milliseconds(1);
}

std::chrono::milliseconds Flow::timeout_of(const Step& step)
{
    const Field* field = step.fields.find("timeout_seconds");
    if (field == nullptr)
        return {};
    const double seconds = compiled().seconds.at(field->node).seconds(data.data());
    return std::chrono::milliseconds(std::max<long long>(1, std::llround(seconds * 1000)));
}

calls::ToolAnswer Flow::call(
    const Step& step, const std::string& where, std::string tool, Json arguments)
{
    if (run.calls_left && (*run.calls_left)-- <= 0)
        throw ToolError(Code::too_large, "the calls of tools that 'limits' allows are used up",
            "limits.tool_calls allows more");
    const bool is_trusted = chosen.file->file.is_trusted;
    const std::string wanted = step.fields.text("approve", chosen.workflow->fields.text("approve"));
    const calls::OfferedTool* known = run.calls.tool(tool);
    const bool asks_of_file
        = !is_trusted && run.asks_about_untrusted && known != nullptr && known->changes_files;
    const bool asks_of_step
        = wanted == "always" || (wanted == "changes" && known != nullptr && known->changes_files);
    return run.calls.run({std::move(tool), std::move(arguments), chosen.workflow->name, where,
        is_trusted, run.asks_always || asks_of_file || asks_of_step});
}

static bool is_denied(const calls::ToolAnswer& answer)
{
    return answer.code == system::wire_name(Code::permission_denied);
}

static StepResult denied(StepResult result)
{
    result.status = Status::denied;
    result.exit_status = status_of_denial;
    return result;
}

StepResult Flow::do_command(const Step& step, const std::string& where)
{
    const CommandSetting setting {
        *chosen.workflow, compiled(), data, system::sha256(run.run_id + "\n" + where), timeout_now};
    const calls::ToolAnswer answer = call(step, where, "exec", command_request(step, setting));
    StepResult result = command_result(step, answer);
    return is_denied(answer) ? denied(std::move(result)) : result;
}

StepResult Flow::do_tool(const Step& step, const std::string& where)
{
    const Block& own = step.own();
    const std::string server = own.text("server");
    if (!server.empty())
        run.calls.start_servers();
    const Field* args = own.find("args");
    Json arguments
        = args == nullptr ? Json::object() : compiled().values.at(args->node).value(data.data());
    const calls::ToolAnswer answer = call(step, where,
        (server.empty() ? "" : server + "__") + own.text("name"), std::move(arguments));
    if (!answer.failure.empty()) {
        StepResult result = failed_step(error_of(answer));
        return is_denied(answer) ? denied(std::move(result)) : result;
    }
    StepResult result;
    try {
        result.output = json::parse_bounded(answer.content);
    } catch (const ToolError&) { // a tool may answer with a text
        result.output = answer.content;
    }
    return result;
}

StepResult Flow::do_set(const Step& step)
{
    StepResult result;
    result.output = compiled().values.at(step.work().node).value(data.data());
    return result;
}

StepResult Flow::do_workflow(const Step& step, const std::string& where)
{
    const Chosen called = run.library.called_by(*chosen.file, step.own().text("name"));
    std::vector<GivenParameter> given;
    if (const Field* with = step.own().find("with")) {
        const Json values = compiled().values.at(with->node).value(data.data());
        for (const auto& [name, value] : values.items())
            given.push_back({name, value, false, name});
    }
    Flow inner(run, called, where, parameter_values(called.workflow->parameters, given));
    const FlowEnd end = inner.go();
    StepResult result;
    result.status = end.status;
    result.exit_status = end.exit_status;
    result.error = end.error;
    result.output = end.outputs.empty() ? end.result : end.outputs;
    return result;
}

StepResult Flow::work(const Step& step, const std::string& where)
{
    switch (step.kind) {
    case Kind::exec:
    case Kind::shell:
    case Kind::python: return do_command(step, where);
    case Kind::tool: return do_tool(step, where);
    case Kind::set: return do_set(step);
    case Kind::workflow: return do_workflow(step, where);
    case Kind::foreach: return do_foreach(step, where);
    case Kind::llm: return run.models.run({step, chosen, data, where});
    case Kind::ask: return run.ask(step, compiled(), data);
    default: break;
    }
    throw ToolError(Code::unsupported,
        "steps of the kind " + text::in_quotes(name_of(step.kind)) + " cannot be run yet");
}

// Within the time of the try, which ends all that is in it, and that of what is around it.
StepResult Flow::within(const Step& step, const std::string& where, Clock::time_point outer)
{
    try {
        timeout_now = timeout_of(step);
        if (timeout_now.count() > 0)
            run.deadline = std::min(outer,
                Clock::now() + timeout_now
                    + (is_command(step) ? time_to_kill : std::chrono::milliseconds(0)));
        run.cancel.end_after(time_left());
        StepResult result = work(step, where);
        if (result.status == Status::ok)
            find_artifacts(step, result);
        return result;
    } catch (const ToolError& error) {
        const auto reason = run.cancel.reason();
        if (reason == system::Cancel::Reason::none)
            return failed_step(
                error, is_out_of_calls() ? static_cast<int>(loop::Reason::max_tool_calls) : 1);
        if (reason != system::Cancel::Reason::deadline || Clock::now() >= outer
            || timeout_now.count() == 0)
            throw;
        run.cancel.reset();
        return failed_step(
            {Code::timed_out, "the step has taken too long", "timeout_seconds allows more"},
            status_of_timeout);
    }
}

// One try.
StepResult Flow::once(const Step& step, const std::string& where)
{
    const Clock::time_point outer = run.deadline;
    const auto put_back = [&] {
        run.deadline = outer;
        run.cancel.end_after(time_left());
    };
    try {
        StepResult result = within(step, where, outer);
        put_back();
        return result;
    } catch (...) {
        put_back();
        throw;
    }
}

void Flow::find_artifacts(const Step& step, StepResult& result)
{
    try {
        if (const Field* field = step.fields.find("artifacts"))
            result.artifacts = artifacts_of(field->node->items);
    } catch (const ToolError& error) {
        result.status = Status::failed;
        result.error = error;
        result.exit_status = 1;
    }
}

bool Flow::wants_again(const Step& step, const StepResult& result)
{
    if (is_out_of_calls())
        return false;
    const Block* retry = step.fields.block("retry");
    const Field* when = retry == nullptr ? nullptr : retry->find("when");
    if (when == nullptr)
        return true;
    data.set("result", result.document());
    const bool wants = compiled().conditions.at(when->node).holds(data.data());
    data.remove("result");
    return wants;
}

// The pause before the next try. False if the time of the run does not suffice.
bool Flow::wait_before(const Step& step, const std::string& where, const StepResult& result)
{
    const Block* retry = step.fields.block("retry");
    const Block* backoff = retry == nullptr ? nullptr : retry->block("backoff");
    const Block none;
    const Block& pauses = backoff == nullptr ? none : *backoff;
    static std::mt19937 random {std::random_device {}()};
    const auto jitter = pauses.count("jitter_ms", 250);
    const double longest = static_cast<double>(pauses.count("max_ms", 60'000));
    const double wanted = static_cast<double>(pauses.count("base_ms", 500))
            * std::pow(pauses.number("factor", 2), static_cast<double>(result.attempts - 1))
        + static_cast<double>(std::uniform_int_distribution<std::int64_t>(0, jitter)(random));
    const std::chrono::milliseconds pause(std::llround(std::min(wanted, longest)));
    run.progress.step_is_retried(where, result, pause.count());
    if (run.deadline != Clock::time_point::max() && pause >= time_left())
        return false;
    run.cancel.wait(pause);
    run.cancel.check();
    return true;
}

// All tries, and the fallback.
StepResult Flow::tried(const Step& step, const std::string& where)
{
    const Block* retry = step.fields.block("retry");
    const std::int64_t most = retry != nullptr      ? retry->count("max", 0)
        : step.fields.text("on_failure") == "retry" ? 2
                                                    : 0;
    for (std::size_t attempt = 1;; ++attempt) {
        StepResult result = once(step, where);
        result.attempts = attempt;
        if (result.status != Status::failed)
            return result;
        if (static_cast<std::int64_t>(attempt) > most || !wants_again(step, result)
            || !wait_before(step, where, result))
            return fall_back(step, where, std::move(result));
    }
}

StepResult Flow::fall_back(const Step& step, const std::string& where, StepResult failed)
{
    const auto& steps = step.fields.steps("fallback");
    if (steps.empty() || is_out_of_calls())
        return failed;
    failed.started = failed.ended = std::chrono::system_clock::now();
    data.set_step(step.id, failed.document());
    const ListEnd end = do_steps(steps, where + ".fallback");
    if (end.is_ended)
        return failed;
    StepResult result;
    result.output = end.last.output;
    result.attempts = failed.attempts;
    return result;
}

bool Flow::is_skipped(const Step& step)
{
    const Field* when = step.fields.find("when");
    return when != nullptr && !compiled().conditions.at(when->node).holds(data.data());
}

StepResult Flow::do_step(const Step& step, const std::string& where)
{
    run.cancel.check();
    if (is_late())
        throw ToolError(Code::internal, "interrupted");
    const auto started = std::chrono::system_clock::now();
    StepResult result;
    try {
        if (is_skipped(step)) {
            result.status = Status::skipped;
            result.attempts = 0;
        } else {
            run.progress.step_begins(where);
            result = tried(step, where);
        }
    } catch (const Problem& problem) {
        result = failed_step(problem);
    }
    result.started = started;
    result.ended = std::chrono::system_clock::now();
    run.progress.step_ends(where, result);
    data.set_step(step.id, result.document());
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
            if (answer == "retry")
                result = do_step(step, inner);
            else if (answer == "skip")
                result.status = Status::skipped;
            else
                break;
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
    end.exit_status = result.exit_status == 0 ? 1 : result.exit_status;
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
    data.set("workflow", {{"status", end.reason == "done" ? "ok" : end.reason}});
    const auto until = std::exchange(run.deadline, Clock::now() + time_for_final_steps);
    const auto calls = std::exchange(run.calls_left, std::nullopt);
    const ListEnd last = do_steps(steps, path.empty() ? "finally" : path + ".finally");
    run.deadline = until;
    run.calls_left = calls;
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

// By the time of the run, or of the step that called this workflow; or by a signal.
FlowEnd Flow::interrupted_end(bool is_over) const
{
    FlowEnd end;
    end.status = Status::failed;
    if (!is_over) {
        end.reason = "interrupted";
        end.exit_status = 128 + run.cancel.signal();
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

FlowEnd Flow::go()
{
    FlowEnd end;
    try {
        const ListEnd list = do_steps(chosen.workflow->steps(), path);
        end = ended(list.last, list.is_ended);
        if (!list.is_ended)
            render_results(end, list.last);
    } catch (const ToolError&) {
        const bool is_over = run.cancel.reason() == system::Cancel::Reason::deadline || is_late();
        if ((!is_over && !run.cancel.is_set()) || (!is_over && !path.empty()))
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
