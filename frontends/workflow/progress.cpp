#include "frontends/workflow/progress.hpp"

#include "frontends/workflow/step_result.hpp"
#include "toolkit/json/json_value.hpp"

#include <optional>
#include <utility>

namespace frontends::workflow {

using namespace runner;

void Progress::event(const channel::Event& event)
{
    if (form != Form::events && !is_batch())
        return;
    if (pass_on)
        return pass_on(event);
    output.event(event, is_batch() ? terminal::Output::Stream::err : terminal::Output::Stream::out);
}

void Progress::workflow_begins(const std::string& name, const std::string& run_id)
{
    event(channel::Workflow {channel::WorkflowBegins {name, run_id}});
}

void Progress::step_begins(const std::string& path)
{
    if (form == Form::people && shared == 0)
        output.status(path);
    event(channel::Step {path, channel::StepBegins {}});
}

void Progress::steps_are_shared()
{
    ++shared;
    output.status("");
}

void Progress::steps_are_own()
{
    if (--shared == 0)
        print_waiting();
}

void Progress::print_line(std::string line)
{
    waiting.push_back(std::move(line));
    print_waiting();
}

void Progress::print_waiting()
{
    std::optional<TerminalLock::Turn> turn; // of this process to use the terminal
    if (shared > 0 && questions != nullptr && !(turn = questions->try_turn()))
        return;
    for (const auto& line : waiting)
        output.note(line);
    waiting.clear();
}

static std::string seconds_text(long long milliseconds)
{
    std::string text = std::to_string((milliseconds + 50) / 100);
    if (text.size() < 2)
        text.insert(0, 2 - text.size(), '0');
    text.insert(text.size() - 1, ".");
    return text + " s";
}

static std::string error_line(const Json& error)
{
    return terminal::one_line({Code::internal, json::string_member(error, "message"),
        json::string_member(error, "hint")});
}

static std::string line_about(const std::string& path, const Json& result)
{
    const std::string status = json::string_member(result, "status");
    std::string line = (status == "ok" ? "✓ " : status == "skipped" ? "- " : "✗ ") + path;
    if (status == "skipped")
        return line + "  skipped";
    line += "  " + seconds_text(result.value("duration_ms", 0LL));
    if (const Json& usage = json::member(result, "usage"); usage.contains("total_tokens"))
        line += "  " + usage.at("total_tokens").dump() + " tokens";
    if (const auto attempts = result.value("attempts", 1LL); attempts > 1)
        line += "  " + std::to_string(attempts) + " tries";
    if (const Json& error = json::member(result, "error"); error.is_object())
        line += "  " + error_line(error);
    return line;
}

static Json fields_of(const Json& result)
{
    Json fields {{"status", json::string_member(result, "status")}};
    if (result.contains("exit_code"))
        fields["exitCode"] = result.at("exit_code");
    fields["durationMs"] = result.value("duration_ms", 0LL);
    fields["attempts"] = result.value("attempts", 1LL);
    if (result.contains("error"))
        fields["error"] = result.at("error");
    return fields;
}

static std::optional<channel::Failure> failure_in(const Json& result)
{
    const Json& error = json::member(result, "error");
    if (!error.is_object())
        return std::nullopt;
    channel::Failure failure {
        json::string_member(error, "code"), json::string_member(error, "message")};
    if (error.contains("hint"))
        failure.hint = json::string_member(error, "hint");
    return failure;
}

// `fields` is a result of fields_of().
static channel::StepResult told(const Json& fields)
{
    channel::StepResult result {.status = fields.at("status"),
        .duration_ms = fields.at("durationMs"),
        .attempts = fields.at("attempts"),
        .error = failure_in(fields)};
    if (fields.contains("exitCode"))
        result.exit_code = fields.at("exitCode");
    return result;
}

// Notes the last lines that a command which has failed has printed. A host shows what it likes.
void Progress::show_printed(const std::string& path, const Json& result)
{
    if (pass_on || is_verbose || json::string_member(result, "status") != "failed")
        return;
    Json redacted = Json::object();
    for (const char* const stream : {"stderr", "stdout"})
        redacted[stream] = output.redacted(json::string_member(result, stream));
    const PrintedTail tail = printed_tail(redacted, shown_lines_of_failure);
    if (tail.lines.empty())
        return;
    print_line("  " + path + " has printed on " + std::string(tail.stream)
        + (tail.lines_before == 0
                ? ":"
                : ", after " + std::to_string(tail.lines_before) + " other lines:"));
    for (const auto& line : tail.lines)
        print_line("  | " + line);
}

void Progress::step_ends(const std::string& path, const Json& result)
{
    Json entry {{"id", path}};
    entry.update(fields_of(result));
    ended.push_back(std::move(entry));
    if (form == Form::people) {
        print_line(line_about(path, result));
    }
    show_printed(path, result);
    event(channel::Step {path, channel::StepEnds {told(fields_of(result))}});
}

void Progress::step_is_kept(const std::string& path, const Json& result)
{
    Json entry {{"id", path}};
    entry.update(fields_of(result));
    ended.push_back(entry);
    if (form == Form::people)
        print_line("= " + path + "  kept");
    event(channel::Step {path, channel::StepKept {told(fields_of(result))}});
}

void Progress::step_is_retried(const std::string& path, const Json& result, long long pause_ms)
{
    const Json& error = json::member(result, "error");
    if (form == Form::people)
        print_line("  " + path + " is tried again in " + seconds_text(pause_ms)
            + (error.is_object() ? ": " + error_line(error) : ""));
    event(channel::Step {path, channel::StepRetries {pause_ms, told(fields_of(result))}});
}

void Progress::call_begins(const std::string& path, const model::ToolCall& call)
{
    if (form != Form::events) // then nothing is copied: it can be long
        return;
    channel::CallEvent told = channel::call_event(call.id, call.name, call.arguments);
    told.path = path;
    event(told);
}

void Progress::call_ends(
    const std::string& path, const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (form != Form::events)
        return;
    channel::Result result {
        .path = path, .id = call.id, .tool = call.name, .content = answer.content};
    if (!answer.code.empty())
        result.code = answer.code;
    if (answer.changed)
        result.arguments = channel::Document(answer.changed->ran);
    event(result);
}

static std::string shown(const Json& result)
{
    return result.is_string()
        ? result.get<std::string>()
        : result.dump(result.is_structured() ? 2 : -1, ' ', false, Json::error_handler_t::replace);
}

static std::string on_one_line(const Json& result)
{
    const bool is_line = result.is_string()
        && result.get_ref<const std::string&>().find('\n') == std::string::npos;
    return is_line ? result.get<std::string>()
                   : result.dump(-1, ' ', false, Json::error_handler_t::replace);
}

static channel::WorkflowEnds told_summary(const Json& summary)
{
    channel::WorkflowEnds ends {.workflow = summary.at("workflow"),
        .run_id = summary.at("runId"),
        .exit_reason = summary.at("exitReason"),
        .exit_status = summary.at("exitStatus"),
        .output = channel::Document(summary.at("output")),
        .outputs = channel::Document(summary.at("outputs")),
        .resumed = summary.at("resumed"),
        .error = failure_in(summary)};
    for (const auto& step : summary.at("steps"))
        ends.steps.push_back({step.at("id"), told(step)});
    return ends;
}

void Progress::show_plan(const Json& plan)
{
    if (form == Form::json || form == Form::batch_json)
        output.line(plan);
}

void Progress::run_ends(const Json& summary, const Json& result)
{
    event(channel::Workflow {told_summary(summary)});
    if (form == Form::events)
        return;
    if (form == Form::json || form == Form::batch_json)
        output.line(summary);
    else if (!result.is_null())
        output.answer(is_batch() ? on_one_line(result) : shown(result));
}

}
