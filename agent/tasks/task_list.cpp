#include "agent/tasks/task_list.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace agent::tasks {

static constexpr std::string_view mark_in_summary = "\n[The task list (update_tasks):]\n";

static constexpr std::array<std::pair<std::string_view, Status>, 3> statuses {
    {{"pending", Status::pending}, {"active", Status::active}, {"done", Status::done}}};

static ToolError refusal(const std::string& why, const std::string& hint = {})
{
    return {Code::bad_request, why, hint.empty() ? "send the whole list again" : hint};
}

static Task task_in(const Json& item)
{
    Task task {text::on_one_line(json::string_member(item, "title"))};
    if (task.title.empty())
        throw refusal("a task has no title");
    if (json::length_of(task.title) > max_title)
        throw refusal("a title has more than " + std::to_string(max_title) + " characters");
    const std::string word = json::string_member(item, "status");
    const auto* const found = std::find_if(
        statuses.begin(), statuses.end(), [&](const auto& one) { return one.first == word; });
    if (found == statuses.end())
        throw refusal(
            "the status of " + text::in_quotes(task.title) + " is not pending, active or done");
    task.status = found->second;
    return task;
}

TaskList tasks_in(const Json& request)
{
    const Json& items = json::member(request, "tasks");
    if (!items.is_array())
        throw refusal("'tasks' is not an array");
    if (items.size() > max_tasks)
        throw refusal("there are more than " + std::to_string(max_tasks) + " tasks");
    TaskList tasks;
    tasks.reserve(items.size());
    std::string active;
    for (const Json& item : items) {
        tasks.push_back(task_in(item));
        if (tasks.back().status != Status::active)
            continue;
        if (!active.empty())
            throw refusal("two tasks are active: " + text::in_quotes(active) + " and "
                    + text::in_quotes(tasks.back().title),
                "at most one can be; send the whole list again");
        active = tasks.back().title;
    }
    return tasks;
}

Json json_of(const TaskList& tasks)
{
    Json items = Json::array();
    for (const Task& task : tasks)
        for (const auto& [word, status] : statuses)
            if (status == task.status)
                items.push_back({{"title", task.title}, {"status", word}});
    return Json {{"tasks", std::move(items)}};
}

const Json& task_display()
{
    static const Json display {{"kind", "think"}, {"verb", "tasks"}, {"subject", Json::array()},
        {"facts", {"{progress}"}}};
    return display;
}

std::size_t count_done(const TaskList& tasks)
{
    return static_cast<std::size_t>(std::count_if(
        tasks.begin(), tasks.end(), [](const Task& task) { return task.status == Status::done; }));
}

std::string progress_of(const TaskList& tasks)
{
    if (tasks.empty())
        return "none";
    return std::to_string(count_done(tasks)) + " of " + std::to_string(tasks.size()) + " done";
}

std::string active_title(const TaskList& tasks)
{
    const auto active = std::find_if(
        tasks.begin(), tasks.end(), [](const Task& task) { return task.status == Status::active; });
    return active == tasks.end() ? "" : active->title;
}

std::string line_of(const Task& task)
{
    const char mark = task.status == Status::done ? 'x' : task.status == Status::active ? '>' : ' ';
    return std::string("[") + mark + "] " + task.title;
}

std::string text_of(const TaskList& tasks)
{
    std::string text;
    for (const Task& task : tasks)
        text += line_of(task) + "\n";
    return text;
}

std::vector<std::string> changed_lines(const TaskList& before, const TaskList& now)
{
    std::vector<std::string> lines;
    for (const Task& task : now)
        if (std::find(before.begin(), before.end(), task) == before.end())
            lines.push_back(line_of(task));
    return lines;
}

std::optional<TaskList> tasks_in_text(const std::string& text)
{
    try {
        return tasks_in(json::parse_bounded(text));
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

std::optional<TaskList> tasks_in_summary(const std::string& text)
{
    const std::size_t mark = text.rfind(mark_in_summary);
    if (mark == std::string::npos)
        return std::nullopt;
    const std::size_t begin = mark + mark_in_summary.size();
    return tasks_in_text(text.substr(begin, text.find('\n', begin) - begin));
}

std::string note_for_summary(const TaskList& tasks)
{
    if (tasks.empty())
        return {};
    return std::string(mark_in_summary)
        + json_of(tasks).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}
