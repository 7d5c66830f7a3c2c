#include "runner/workflow/step_result.hpp"

#include <array>
#include <chrono>

namespace runner::workflow {

std::string_view name_of(StepResult::Status status)
{
    static constexpr std::array<std::string_view, 4> names {"ok", "failed", "denied", "skipped"};
    return names[static_cast<std::size_t>(status)];
}

long long StepResult::duration_ms() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(ended - started).count();
}

Json StepResult::document() const
{
    Json result {{"status", name_of(status)}, {"output", output}};
    if (out)
        result["stdout"] = *out;
    if (err)
        result["stderr"] = *err;
    if (exit_code)
        result["exit_code"] = *exit_code;
    if (error) {
        result["error"] = {{"code", system::wire_name(error->code)}, {"message", error->message}};
        if (!error->hint.empty())
            result["error"]["hint"] = error->hint;
    }
    result["attempts"] = attempts;
    result["started_at"] = text::rfc3339(started);
    result["ended_at"] = text::rfc3339(ended);
    result["duration_ms"] = duration_ms();
    if (!artifacts.is_null())
        result["artifacts"] = artifacts;
    if (!usage.is_null())
        result["usage"] = usage;
    return result;
}

StepResult failed_step(const ToolError& error, int exit_status)
{
    StepResult result;
    result.status = StepResult::Status::failed;
    result.error = error;
    result.exit_status = exit_status;
    return result;
}

}
