#include "frontends/workflow/step_result.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace frontends::workflow {

static constexpr std::size_t max_shown_line = 2000; // in bytes

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

static std::optional<std::string> text_in(const Json& document, const char* name)
{
    const Json& value = json::member(document, name);
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

static StepResult::Status status_named(const std::string& name)
{
    using Status = StepResult::Status;
    for (const Status known : {Status::ok, Status::denied, Status::skipped})
        if (name_of(known) == name)
            return known;
    return Status::failed;
}

StepResult step_result_of(const Json& document)
{
    StepResult result;
    result.status = status_named(json::string_member(document, "status"));
    result.output = json::member(document, "output");
    result.out = text_in(document, "stdout");
    result.err = text_in(document, "stderr");
    if (const Json& code = json::member(document, "exit_code"); code.is_number_integer())
        result.exit_code = code.get<int>();
    if (const Json& error = json::member(document, "error"); error.is_object())
        result.error = ToolError(system::code_named(json::string_member(error, "code")),
            json::string_member(error, "message"), json::string_member(error, "hint"));
    if (const Json& attempts = json::member(document, "attempts"); attempts.is_number_integer())
        result.attempts = attempts.get<std::size_t>();
    result.artifacts = json::member(document, "artifacts");
    result.usage = json::member(document, "usage");
    return result;
}

PrintedTail printed_tail(const Json& result, std::size_t max_lines)
{
    PrintedTail tail;
    for (const char* const stream : {"stderr", "stdout"}) {
        const Json& value = json::member(result, stream);
        std::string_view text
            = value.is_string() ? value.get_ref<const std::string&>() : std::string_view();
        while (text.ends_with('\n') || text.ends_with('\r'))
            text.remove_suffix(1);
        if (text.empty())
            continue;
        tail.stream = stream;
        tail.lines_before
            = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
        while (tail.lines_before > 0 && tail.lines.size() < max_lines) {
            const std::size_t end = text.rfind('\n');
            const std::size_t begin = end == std::string_view::npos ? 0 : end + 1;
            tail.lines.push_back(text::shortened(std::string(text.substr(begin)), max_shown_line));
            text = text.substr(0, begin == 0 ? 0 : end);
            --tail.lines_before;
        }
        std::reverse(tail.lines.begin(), tail.lines.end());
        return tail;
    }
    return tail;
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
