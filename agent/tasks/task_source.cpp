#include "agent/tasks/task_source.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/tasks/task_list.hpp"
#include "toolkit/system/error.hpp"

#include <memory>
#include <utility>

namespace agent::tasks {

static Json schema_of_request()
{
    const Json task {{"type", "object"},
        {"properties",
            {{"title", {{"type", "string"}, {"maxLength", max_title}}},
                {"status", {{"type", "string"}, {"enum", {"pending", "active", "done"}}}}}},
        {"required", {"title", "status"}}, {"additionalProperties", false}};
    return {{"type", "object"},
        {"properties",
            {{"tasks",
                {{"type", "array"}, {"items", task}, {"maxItems", max_tasks},
                    {"description", "All tasks, in order; at most one is active."}}}}},
        {"required", {"tasks"}}, {"additionalProperties", false}};
}

static calls::OfferedTool tool_for_tasks()
{
    calls::OfferedTool tool;
    tool.name = task_tool_name;
    tool.description = "Show the user your list of tasks. For work of three steps or more: send "
                       "the whole list at the beginning, and again whenever a status changes.";
    tool.schema = schema_of_request();
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.effects = {{"workspace", "none"}};
    tool.display = task_display();
    tool.may_be_tried = false;
    tool.uses_workspace = false;
    tool.is_never_asked_about = true;
    return tool;
}

TaskSource::TaskSource()
    : ImmediateSource(tool_for_tasks())
{
}

Json TaskSource::answer_to(const Json& arguments) const
{
    return {{"progress", progress_of(tasks_in(arguments))}};
}

}
