// Reads the arguments of update_tasks, or refuses them with a reason: few tasks, each with a title
// on one line, at most one of them active; twice with the same result, also from a summary.
#include "fuzz.hpp"

#include "agent/tasks/task_list.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

using namespace agent::tasks;
using namespace toolkit;

static void check(const TaskList& tasks)
{
    must(tasks.size() <= max_tasks);
    must(std::count_if(tasks.begin(), tasks.end(), [](const Task& task) {
        return task.status == Status::active;
    }) <= 1);
    for (const Task& task : tasks) {
        must(!task.title.empty());
        must(task.title.find('\n') == std::string::npos);
    }
    must(tasks_in(json_of(tasks)) == tasks);
    must(tasks.empty() || tasks_in_summary("text" + note_for_summary(tasks)) == tasks);
    must(changed_lines({}, tasks).size() == tasks.size());
}

void fuzz(std::string_view input)
{
    const std::string text(input);
    if (const auto kept = tasks_in_summary(text))
        check(*kept);
    try {
        check(tasks_in(json::parse_bounded(text)));
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
}
