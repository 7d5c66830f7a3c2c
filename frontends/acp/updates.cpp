#include "frontends/acp/updates.hpp"

#include "agent/display/call_display.hpp"
#include "agent/tasks/task_list.hpp"
#include "frontends/acp/diffs.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::acp {

static constexpr std::size_t max_title = 200;

// Fields of arguments that name files.
static constexpr std::array path_fields {"path", "from", "to", "file_path", "filePath"};

static Json text_content(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

Json chunk(const char* kind, const std::string& text)
{
    return {{"sessionUpdate", kind}, {"content", text_content(text)}};
}

Json text_block(const std::string& text)
{
    return Json {{"type", "content"}, {"content", text_content(text)}};
}

void Updates::keep(const channel::Hello& hello)
{
    context_window = hello.context_window.value_or(0);
}

void Updates::keep(const channel::Run& run)
{
    effects = run.effects;
    displays = run.displays;
}

Json Updates::of(const channel::Text& text) { return chunk("agent_message_chunk", text.text); }

Json Updates::of(const channel::Reasoning& reasoning)
{
    return chunk("agent_thought_chunk", reasoning.text);
}

// Returns the kind that the tool declares, or else one derived from its effects.
std::string Updates::kind_of(const std::string& tool) const
{
    const Json& declared = json::member(displays.json(), tool.c_str());
    if (std::string kind = json::string_member(declared, "kind"); !kind.empty())
        return kind;
    const Json& known = json::member(effects.json(), tool.c_str());
    if (json::member(known, "programs") == true)
        return "execute";
    if (json::string_member(known, "workspace") == "write")
        return "edit";
    if (json::string_member(known, "network") == "on")
        return "fetch";
    if (json::string_member(known, "workspace") == "read")
        return "read";
    return "other";
}

std::string Updates::title_of(const std::string& tool, const Json& arguments) const
{
    std::string title = agent::display::title_of_call(
        {tool, json::member(displays.json(), tool.c_str())}, arguments);
    for (char& byte : title)
        if (byte == '\n' || byte == '\r' || byte == '\t')
            byte = ' ';
    return text::for_decision(text::shortened(title, max_title));
}

static Json locations_in(const Json& arguments, const std::string& workspace)
{
    Json locations = Json::array();
    for (const char* field : path_fields)
        if (const auto path = path_in_workspace(json::string_member(arguments, field), workspace)) {
            Json location {{"path", *path}};
            const Json& line = json::member(arguments, "startLine");
            if (line.is_number_unsigned() && line > 0 && line <= UINT32_MAX)
                location["line"] = line;
            locations.push_back(std::move(location));
        }
    return locations;
}

Json Updates::about(const std::string& tool, const Json& arguments) const
{
    Json fields {
        {"title", title_of(tool, arguments)}, {"kind", kind_of(tool)}, {"rawInput", arguments}};
    if (Json locations = locations_in(arguments, workspace); !locations.empty())
        fields["locations"] = std::move(locations);
    return fields;
}

bool Updates::is_plan(const std::string& tool) const
{
    return tool == agent::tasks::task_tool_name
        && json::member(displays.json(), tool.c_str()) == agent::tasks::task_display();
}

std::optional<Json> Updates::plan_of(const channel::CallEvent& call)
{
    using agent::tasks::Status;
    agent::tasks::TaskList tasks;
    try {
        tasks = agent::tasks::tasks_in(call.arguments.json());
    } catch (const ToolError&) { // the result of the call has the reason
        return std::nullopt;
    }
    Json entries = Json::array();
    for (const auto& task : tasks)
        entries.push_back({{"content", task.title}, {"priority", "medium"},
            {"status",
                task.status == Status::done         ? "completed"
                    : task.status == Status::active ? "in_progress"
                                                    : "pending"}});
    return Json {{"sessionUpdate", "plan"}, {"entries", std::move(entries)}};
}

Json Updates::of(const channel::CallEvent& call) const
{
    Json update {{"sessionUpdate", "tool_call"}, {"toolCallId", call.id}, {"status", "pending"}};
    update.update(about(call.tool, call.text ? Json(*call.text) : call.arguments.json()));
    return update;
}

Json Updates::of(const channel::Result& result) const
{
    Json update {{"sessionUpdate", "tool_call_update"}, {"toolCallId", result.id},
        {"status", result.code ? "failed" : "completed"}};
    const Json answer = channel::object_in(result.content).json();
    update["content"] = diffs_in(json::string_member(answer, "diff"), workspace);
    if (update["content"].empty())
        update["content"].push_back(text_block(result.content));
    else
        update["rawOutput"] = answer;
    return update;
}

Json Updates::asked_call(const channel::ApprovalAsk& ask) const
{
    Json call = about(ask.tool, ask.arguments.json());
    call["toolCallId"] = ask.call;
    call["status"] = "pending";
    const auto add = [&](const std::string& words) {
        call["title"] = call["title"].get<std::string>() + " (" + words + ")";
    };
    if (ask.agent)
        add("by the agent " + text::in_quotes(*ask.agent));
    if (ask.changed)
        add("what it does has changed");
    call["content"] = diffs_in(json::string_member(ask.dry_run.json(), "diff"), workspace);
    return call;
}

std::optional<Json> Updates::of(const channel::Usage& usage) const
{
    const Json& used = json::member(usage.usage.json(), "total_tokens");
    if (context_window <= 0 || !used.is_number_unsigned())
        return {};
    return Json {{"sessionUpdate", "usage_update"}, {"used", used}, {"size", context_window}};
}

std::optional<std::string> stop_reason(const channel::TurnEnds& turn)
{
    const std::string& reason = turn.exit_reason;
    if (reason == "answered")
        return turn.finish_reason == "length" ? "max_tokens" : "end_turn";
    if (reason == "interrupted")
        return "cancelled";
    if (reason == "content-filter")
        return "refusal";
    if (reason == "max-total-tokens" || reason == "max-cost")
        return "max_tokens";
    if (reason.starts_with("max-") || reason == "repeated-call")
        return "max_turn_requests";
    return {};
}

}
