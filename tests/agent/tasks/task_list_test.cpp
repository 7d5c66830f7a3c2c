#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/tasks/kept_tasks.hpp"
#include "agent/tasks/task_list.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace agent;
using namespace agent::tasks;
using namespace toolkit;

static std::string refusal_of_tasks(const std::string& request)
{
    try {
        tasks_in(json::parse_bounded(request));
        return {};
    } catch (const ToolError& error) {
        CHECK(error.code == Code::bad_request);
        CHECK(!error.hint.empty());
        return error.message;
    }
}

static std::string list_of(const char* first_status, const char* second_status)
{
    return std::string(R"({"tasks":[{"title":"find it","status":")") + first_status
        + R"("},{"title":"fix the lexer","status":")" + second_status + R"("}]})";
}

TEST_CASE("a list of tasks is read, and titles become one line")
{
    const TaskList tasks = tasks_in(json::parse_bounded(
        R"({"tasks":[{"title":"  find\n it ","status":"done"},{"title":"fix","status":"active"},{"title":"test","status":"pending"}]})"));
    CHECK(text_of(tasks) == "[x] find it\n[>] fix\n[ ] test\n");
    CHECK(progress_of(tasks) == "1 of 3 done");
    CHECK(active_title(tasks) == "fix");
    CHECK(tasks_in(json_of(tasks)) == tasks);
    CHECK(progress_of({}) == "none");
}

TEST_CASE("what is no list of tasks is refused with a reason")
{
    CHECK(refusal_of_tasks("{}") == "'tasks' is not an array");
    CHECK(refusal_of_tasks(R"({"tasks":["a"]})") == "a task has no title");
    CHECK(refusal_of_tasks(R"({"tasks":[{"title":" \n","status":"done"}]})")
        == "a task has no title");
    CHECK(refusal_of_tasks(R"({"tasks":[{"title":"a","status":"open"}]})")
        == "the status of 'a' is not pending, active or done");
    CHECK(refusal_of_tasks(list_of("active", "active"))
        == "two tasks are active: 'find it' and 'fix the lexer'");
    const std::string title(max_title, 'x');
    CHECK(refusal_of_tasks(R"({"tasks":[{"title":")" + title + R"(","status":"done"}]})").empty());
    CHECK(refusal_of_tasks(R"({"tasks":[{"title":")" + title + R"(y","status":"done"}]})")
        == "a title has more than 200 characters");
    std::string many = R"({"tasks":[)";
    for (std::size_t at = 0; at <= max_tasks; ++at)
        many += std::string(at == 0 ? "" : ",") + R"({"title":"a","status":"done"})";
    CHECK(refusal_of_tasks(many + "]}") == "there are more than 50 tasks");
}

TEST_CASE("the lines of tasks that have changed are those that were not the same before")
{
    const TaskList before = *tasks_in_text(list_of("active", "pending"));
    const TaskList now = *tasks_in_text(list_of("done", "pending"));
    CHECK(changed_lines(before, now) == std::vector<std::string> {"[x] find it"});
    CHECK(changed_lines({}, now).size() == 2);
    CHECK(changed_lines(now, now).empty());
}

TEST_CASE("a summary keeps the list")
{
    const TaskList tasks = *tasks_in_text(list_of("done", "active"));
    const std::string text = "[A summary]\nIt was fixed." + note_for_summary(tasks) + "and more";
    CHECK(tasks_in_summary(text) == tasks);
    CHECK(note_for_summary({}).empty());
    CHECK(!tasks_in_summary("[A summary]\nIt was fixed."));
    CHECK(!tasks_in_summary("\n[The task list (update_tasks):]\n{\"tasks\":1}"));
}

static Json call_of(const std::string& id, const std::string& arguments)
{
    return {{"role", "assistant"}, {"content", nullptr},
        {"tool_calls",
            {{{"id", id}, {"type", "function"},
                {"function", {{"name", task_tool_name}, {"arguments", arguments}}}}}}};
}

static Json result_of(const std::string& id, const std::string& content)
{
    return {{"role", "tool"}, {"tool_call_id", id}, {"content", content}};
}

TEST_CASE("the last list is that of the last call that has not failed, or of a summary")
{
    const TaskList first = *tasks_in_text(list_of("active", "pending"));
    const TaskList second = *tasks_in_text(list_of("done", "active"));
    Json messages {{{"role", "user"}, {"content", "go"}},
        call_of("a", list_of("active", "pending")),
        result_of("a", R"({"progress":"0 of 2 done"})")};
    CHECK(last_tasks(model::read_message_list(messages)) == first);
    messages.push_back(call_of("b", list_of("active", "active")));
    messages.push_back(result_of("b", R"({"error":"two tasks are active"})"));
    CHECK(last_tasks(model::read_message_list(messages)) == first);
    messages.push_back(call_of("b", list_of("done", "active")));
    CHECK(last_tasks(model::read_message_list(messages)) == second);
    messages.push_back(result_of("b", R"({"error":"a hook has refused it"})"));
    CHECK(last_tasks(model::read_message_list(messages)) == first);
    CHECK(last_tasks(model::read_message_list(messages), 3, messages.size()).empty());
    messages = {{{"role", "user"}, {"content", "go"}},
        {{"role", "user"}, {"content", "[A summary]" + note_for_summary(second)}}};
    CHECK(last_tasks(model::read_message_list(messages)) == second);
}
