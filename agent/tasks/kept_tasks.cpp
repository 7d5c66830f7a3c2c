#include "agent/tasks/kept_tasks.hpp"

#include <string>

namespace agent::tasks {

// Returns true if the result of the call, which one of the messages from `at` on is, is an error.
static bool has_failed(const std::string& call_id, const model::Messages& messages, std::size_t at)
{
    for (; at < messages.size() && messages[at]->role == model::Role::tool; ++at)
        if (messages[at]->call_id == call_id)
            return messages[at]->text().starts_with(R"({"error":)");
    return false;
}

static std::optional<TaskList> list_in(const model::Messages& messages, std::size_t at)
{
    const model::Message& message = *messages[at];
    if (message.role == model::Role::user)
        return tasks_in_summary(message.text());
    for (auto call = message.calls.rbegin(); call != message.calls.rend(); ++call)
        if (call->name == task_tool_name && !has_failed(call->id, messages, at + 1))
            if (auto tasks = tasks_in_text(call->arguments))
                return tasks;
    return std::nullopt;
}

TaskList last_tasks(const model::Messages& messages, std::size_t first, std::size_t after)
{
    for (std::size_t at = after; at-- > first;)
        if (auto tasks = list_in(messages, at))
            return *std::move(tasks);
    return {};
}

TaskList last_tasks(const model::Messages& messages)
{
    return last_tasks(messages, 0, messages.size());
}

}
