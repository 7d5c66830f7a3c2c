#include "agent/loop/run_result.hpp"
#include "agent/workflow/once.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/step_files.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace frontends::workflow {

using Status = StepResult::Status;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::milliseconds time_to_kill {2000}; // after a timeout of `exec`

std::chrono::milliseconds Flow::timeout_of(const Step& step)
{
    const auto of_agent = step.kind == Kind::llm ? run.models.time_of(step, *chosen.workflow)
                                                 : std::chrono::milliseconds(0);
    const Field* field = step.fields.find("timeout_seconds");
    if (field == nullptr)
        return of_agent;
    const double seconds = compiled().seconds.at(field->node).seconds(data.data());
    const std::chrono::milliseconds own(std::max<long long>(1, std::llround(seconds * 1000)));
    return of_agent.count() > 0 ? std::min(own, of_agent) : own;
}

// Executes a try within its own time limit and the outer one. Either limit ends everything inside
// the try.
StepResult Flow::within(const Step& step, const std::string& where, Clock::time_point outer)
{
    std::chrono::milliseconds timeout {}; // timeout_now changes with each step inside this one
    try {
        timeout = timeout_now = timeout_of(step);
        if (timeout.count() > 0)
            run.deadline = std::min(outer,
                Clock::now() + timeout
                    + (is_command(step) ? time_to_kill : std::chrono::milliseconds(0)));
        run.cancel.end_after(time_left());
        StepResult result = work(step, where);
        if (result.status == Status::ok)
            find_artifacts(step, where, result);
        return result;
    } catch (const ToolError& error) {
        const auto reason = run.cancel.reason();
        if (run.log->is_uncertain())
            throw;
        require_ends_of_attempts(where, error);
        if (reason == system::Cancel::Reason::none && !is_late())
            return failed_step(placed(error, &step),
                is_out_of_calls() ? static_cast<int>(loop::Reason::max_tool_calls) : 1);
        if (reason == system::Cancel::Reason::signal || reason == system::Cancel::Reason::client
            || Clock::now() >= outer || timeout.count() == 0)
            throw;
        run.cancel.reset();
        return failed_step(
            {Code::timed_out, "the step has taken too long",
                step.kind == Kind::llm ? "timeout_seconds, or max-seconds of its agent, allows more"
                                       : "timeout_seconds allows more"},
            status_of_timeout);
    }
}

// Makes one try.
StepResult Flow::one_try(const Step& step, const std::string& where)
{
    const Clock::time_point outer = run.deadline;
    const auto put_back = [&] {
        run.deadline = outer;
        run.cancel.end_after(time_left());
    };
    try {
        StepResult result = within(step, where, outer);
        put_back();
        if (has_steps(step)) // a worker in it was killed, or has died
            require_ends_of_attempts(where, {Code::internal, "the process that did it was ended"});
        return result;
    } catch (...) {
        put_back();
        throw;
    }
}

void Flow::find_artifacts(const Step& step, const std::string& where, StepResult& result)
{
    try {
        if (const Field* field = step.fields.find("artifacts"))
            result.artifacts = artifacts_of(field->node->items, run.cancel);
    } catch (const ToolError& error) {
        result.status = Status::failed;
        result.error = error;
        result.exit_status = 1;
        end_attempt(step, where, result);
        if (run.cancel.is_set())
            throw;
    }
}

bool Flow::wants_again(const Step& step, const std::string& where, const StepResult& result)
{
    if (is_out_of_calls() || !may_repeat(step, where))
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

// Waits for the pause before the next try. Returns false if the time of the run does not suffice.
bool Flow::wait_before(const Step& step, const std::string& where, const StepResult& result)
{
    const Block* retry = step.fields.block("retry");
    const Block* backoff = retry == nullptr ? nullptr : retry->block("backoff");
    const Block none;
    const Block& pauses = backoff == nullptr ? none : *backoff;
    std::random_device random; // workers must not share a sequence
    const auto jitter = pauses.count("jitter_ms", 250);
    const double longest = static_cast<double>(pauses.count("max_ms", 60'000));
    const double wanted = static_cast<double>(pauses.count("base_ms", 500))
            * std::pow(pauses.number("factor", 2), static_cast<double>(result.attempts - 1))
        + static_cast<double>(std::uniform_int_distribution<std::int64_t>(0, jitter)(random));
    const std::chrono::milliseconds pause(std::llround(std::min(wanted, longest)));
    run.log->step_is_retried(where, result.document(), pause.count());
    if (run.deadline != Clock::time_point::max() && pause >= time_left())
        return false;
    run.cancel.wait(pause);
    run.cancel.check();
    return true;
}

// Makes all tries, and executes the fallback.
StepResult Flow::tried(const Step& step, const std::string& where)
{
    const Block* retry = step.fields.block("retry");
    const std::int64_t most = retry != nullptr      ? retry->count("max", 0)
        : step.fields.text("on_failure") == "retry" ? 2
                                                    : 0;
    for (std::size_t attempt = 1;; ++attempt) {
        StepResult result = is_once(step) ? try_once(step, where) : one_try(step, where);
        result.attempts = attempt;
        if (result.status != Status::failed)
            return result;
        run.log->step_in_sessions(where, StepLog::InSessions::end_badly);
        if (static_cast<std::int64_t>(attempt) > most || !wants_again(step, where, result)
            || !wait_before(step, where, result))
            return fall_back(step, where, std::move(result));
        if (has_steps(step))
            run.log->begin_again(where);
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

}
