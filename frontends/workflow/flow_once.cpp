#include "agent/workflow/once.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/uncertain.hpp"
#include "toolkit/text/contains.hpp"

#include <utility>

namespace frontends::workflow {

using Status = StepResult::Status;

// Decides how the attempt of a step has ended: the rows of the table in docs/workflows.md.
static AttemptEnd end_of_attempt(const Step& step, const StepResult& result)
{
    if (result.is_end_unknown)
        return AttemptEnd::unknown;
    if (result.is_done)
        return result.status == Status::ok ? AttemptEnd::done : AttemptEnd::unusable;
    return text::contains(repeatable_statuses(step), result.exit_code.value_or(0))
        ? AttemptEnd::undone
        : AttemptEnd::failed;
}

// Makes a call of a step. If the step has `once`, an attempt begins, which ends at once if the call
// was refused.
calls::ToolAnswer Flow::make_call(
    const Step& step, const std::string& where, StepCalls::Wanted wanted)
{
    if (!is_once(step))
        return run.calls->run(wanted);
    bool has_begun = false;
    wanted.begins = [&] { has_begun = true; };
    run.log->attempt_begins(where);
    const auto end_refused = [&] {
        if (!has_begun)
            run.log->attempt_ends(where, AttemptEnd::undone, Json::object());
    };
    try {
        calls::ToolAnswer answer = run.calls->run(wanted);
        end_refused();
        return answer;
    } catch (const ToolError&) {
        end_refused();
        throw;
    }
}

// Records the end of an attempt, unless its step was done: step_ends() records that. Throws if the
// end is unknown. Has no effect on a step without an open attempt.
void Flow::end_attempt(const Step& step, const std::string& where, const StepResult& result)
{
    const auto attempt = is_once(step) ? run.log->attempt(where) : std::nullopt;
    if (!attempt || !attempt->is_open())
        return;
    const AttemptEnd end = end_of_attempt(step, result);
    if (end == AttemptEnd::unknown)
        throw note_uncertain(*run.log, where, *result.error);
    if (end != AttemptEnd::done)
        run.log->attempt_ends(where, end, result.document());
}

// Throws if an attempt of this step, or of a step in it, has begun and not ended.
void Flow::require_ends_of_attempts(const std::string& where, const ToolError& why)
{
    const bool is_late_now = run.cancel.reason() == system::Cancel::Reason::deadline;
    for (const auto& open : run.log->open_attempts(where))
        (void)note_uncertain(*run.log, open,
            is_late_now ? ToolError(Code::timed_out, "it was ended by a time limit") : why);
    if (run.log->is_uncertain())
        throw ToolError(why);
}

bool Flow::may_repeat(const Step& step, const std::string& where)
{
    const auto attempt = is_once(step) ? run.log->attempt(where) : std::nullopt;
    return !attempt || attempt->may_be_repeated();
}

// Records that a person wants a step to be tried again that has failed.
void Flow::allow_repetition(const std::string& where, const StepResult& failed)
{
    const auto attempt = run.log->attempt(where);
    if (attempt && attempt->end == AttemptEnd::failed)
        run.log->attempt_ends(where, AttemptEnd::undone, failed.document());
}

// Adds to the error of an attempt that must not be repeated how to continue.
static StepResult with_advice(StepResult result, const std::string& where, const Attempt& attempt)
{
    const bool is_done = attempt.end == AttemptEnd::unusable;
    ToolError error = result.error.value_or(ToolError(Code::internal, "the step has failed"));
    if (is_done)
        error.message = "the step was done, and its output cannot be used: " + error.message;
    error.hint += (error.hint.empty() ? "" : "; ")
        + std::string(is_done ? "it is not repeated, unless you continue with "
                              : "it is not repeated: look, and continue with ")
        + flags_for(where, attempt);
    result.error = std::move(error);
    return result;
}

// Returns the result of an attempt of an earlier try or process.
static StepResult result_of(const Attempt& attempt)
{
    StepResult result = step_result_of(attempt.result);
    result.exit_status = result.status == Status::denied ? status_of_denial
        : attempt.end == AttemptEnd::unusable            ? 1
                                                         : result.exit_code.value_or(1);
    return result;
}

// Makes a try of a step with `once`, unless it must not be repeated: then it ends as before.
StepResult Flow::try_once(const Step& step, const std::string& where)
{
    if (const auto before = run.log->attempt(where); before && !before->may_be_repeated())
        return with_advice(result_of(*before), where, *before);
    StepResult result = one_try(step, where);
    end_attempt(step, where, result);
    if (const auto after = run.log->attempt(where);
        after && (after->end == AttemptEnd::failed || after->end == AttemptEnd::unusable))
        return with_advice(std::move(result), where, *after);
    return result;
}

}
