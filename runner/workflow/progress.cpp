#include "runner/workflow/progress.hpp"

#include "toolkit/text/time_text.hpp"

#include <chrono>
#include <cstdio>

namespace runner::workflow {

void Progress::event(const char* name, const Json& fields)
{
    if (form != Form::events)
        return;
    Json line {{"event", name}, {"ts", text::rfc3339(std::chrono::system_clock::now())}};
    line.update(fields);
    output.line(line);
}

void Progress::workflow_begins(const std::string& name, const std::string& run_id)
{
    event("workflow", {{"workflow", name}, {"runId", run_id}, {"state", "begins"}});
}

void Progress::step_begins(const std::string& path)
{
    if (form == Form::people)
        output.status(path);
    event("step", {{"path", path}, {"state", "begins"}});
}

static std::string seconds_text(long long milliseconds)
{
    std::string text = std::to_string((milliseconds + 50) / 100);
    if (text.size() < 2)
        text.insert(0, 2 - text.size(), '0');
    text.insert(text.size() - 1, ".");
    return text + " s";
}

static std::string line_about(const std::string& path, const StepResult& result)
{
    using Status = StepResult::Status;
    const bool is_good = result.status == Status::ok;
    std::string line = (is_good ? "✓ " : result.status == Status::skipped ? "- " : "✗ ") + path;
    if (result.status == Status::skipped)
        return line + "  skipped";
    line += "  " + seconds_text(result.duration_ms());
    if (result.usage.is_object() && result.usage.contains("total_tokens"))
        line += "  " + result.usage.at("total_tokens").dump() + " tokens";
    if (result.attempts > 1)
        line += "  " + std::to_string(result.attempts) + " tries";
    if (result.error)
        line += "  " + terminal::one_line(*result.error);
    return line;
}

static Json fields_of(const StepResult& result)
{
    Json fields {{"status", name_of(result.status)}};
    if (result.exit_code)
        fields["exitCode"] = *result.exit_code;
    fields["durationMs"] = result.duration_ms();
    fields["attempts"] = result.attempts;
    if (result.error)
        fields["error"] = result.document().at("error");
    return fields;
}

void Progress::step_ends(const std::string& path, const StepResult& result)
{
    Json entry {{"id", path}};
    entry.update(fields_of(result));
    ended.push_back(std::move(entry));
    if (form == Form::people) {
        output.hide_status();
        output.note(line_about(path, result));
    }
    Json fields {{"path", path}, {"state", "ends"}};
    fields.update(fields_of(result));
    event("step", fields);
}

void Progress::step_is_retried(
    const std::string& path, const StepResult& result, long long pause_ms)
{
    if (form == Form::people)
        output.note("  " + path + " is tried again in " + seconds_text(pause_ms)
            + (result.error ? ": " + terminal::one_line(*result.error) : ""));
    Json fields {{"path", path}, {"state", "retries"}, {"pauseMs", pause_ms}};
    fields.update(fields_of(result));
    event("step", fields);
}

static std::string shown(const Json& result)
{
    return result.is_string()
        ? result.get<std::string>()
        : result.dump(result.is_structured() ? 2 : -1, ' ', false, Json::error_handler_t::replace);
}

void Progress::run_ends(const Json& summary, const Json& result)
{
    if (form == Form::events)
        event("end", summary);
    else if (form == Form::json)
        output.line(summary);
    else if (!result.is_null())
        output.answer(shown(result));
}

}
