#include "frontends/workflow/progress.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/text/time_text.hpp"

#include <chrono>

namespace frontends::workflow {

using namespace runner;

Json event_of(const std::string& name, const Json& fields)
{
    Json line {{"event", name}, {"ts", text::rfc3339(std::chrono::system_clock::now())}};
    line.update(fields);
    return line;
}

void Progress::event(const std::string& name, const Json& fields)
{
    if (form != Form::events && !is_batch())
        return;
    if (pass_on)
        return pass_on(name, fields);
    const Json line = event_of(name, fields);
    if (is_batch())
        output.event(line);
    else
        output.line(line);
}

void Progress::workflow_begins(const std::string& name, const std::string& run_id)
{
    event("workflow", {{"workflow", name}, {"runId", run_id}, {"state", "begins"}});
}

void Progress::step_begins(const std::string& path)
{
    if (form == Form::people && shared == 0)
        output.status(path);
    event("step", {{"path", path}, {"state", "begins"}});
}

void Progress::steps_are_shared()
{
    ++shared;
    output.status("");
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

void Progress::step_ends(const std::string& path, const Json& result)
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

void Progress::step_is_kept(const std::string& path, const Json& result)
{
    Json entry {{"id", path}};
    entry.update(fields_of(result));
    ended.push_back(entry);
    if (form == Form::people)
        output.note("= " + path + "  kept");
    Json fields {{"path", path}, {"state", "kept"}};
    fields.update(fields_of(result));
    event("step", fields);
}

void Progress::step_is_retried(const std::string& path, const Json& result, long long pause_ms)
{
    const Json& error = json::member(result, "error");
    if (form == Form::people)
        output.note("  " + path + " is tried again in " + seconds_text(pause_ms)
            + (error.is_object() ? ": " + error_line(error) : ""));
    Json fields {{"path", path}, {"state", "retries"}, {"pauseMs", pause_ms}};
    fields.update(fields_of(result));
    event("step", fields);
}

void Progress::call_begins(const std::string& path, const model::ToolCall& call)
{
    if (form == Form::events) // then nothing is copied: it can be long
        event("call",
            {{"step", path}, {"id", call.id}, {"tool", call.name}, {"arguments", call.arguments}});
}

void Progress::call_ends(
    const std::string& path, const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (form != Form::events)
        return;
    Json fields {{"step", path}, {"id", call.id}, {"tool", call.name}, {"content", answer.content}};
    if (!answer.code.empty())
        fields["error"] = answer.code;
    event("result", fields);
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

void Progress::run_ends(const Json& summary, const Json& result)
{
    if (form == Form::events || is_batch())
        event("end", summary);
    if (form == Form::events)
        return;
    if (form == Form::json || form == Form::batch_json)
        output.line(summary);
    else if (!result.is_null())
        output.answer(is_batch() ? on_one_line(result) : shown(result));
}

}
