#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::tasks {

using namespace toolkit;

// The tool with which a model keeps a list of its tasks, and shows it to a person.
inline constexpr const char* task_tool_name = "update_tasks";

inline constexpr std::size_t max_tasks = 50;
inline constexpr std::size_t max_title = 200; // characters

enum class Status { pending, active, done };

struct Task {
    std::string title = {}; // one line
    Status status = Status::pending;

    friend bool operator==(const Task&, const Task&) = default;
};

using TaskList = std::vector<Task>;

// Reads {"tasks": [{"title", "status"}, …]}. Whitespace in a title becomes single spaces. Throws
// BAD_REQUEST for anything else, for an empty title, for more tasks or longer titles than allowed,
// and if two tasks are active.
TaskList tasks_in(const Json& request);

// Returns the list in the form that tasks_in() reads.
Json json_of(const TaskList& tasks);

// Returns how a person is shown calls of the tool, as a manifest would declare it.
const Json& task_display();

std::size_t count_done(const TaskList& tasks);

// Returns "2 of 5 done"; "none" for an empty list.
std::string progress_of(const TaskList& tasks);

// Returns the title of the active task; empty if none is active.
std::string active_title(const TaskList& tasks);

// Returns a task as a line: "[x] title" if it is done, "[>] title" if active, "[ ] title" if
// pending.
std::string line_of(const Task& task);

// Returns a line for each task, with newlines.
std::string text_of(const TaskList& tasks);

// Returns the lines of the tasks in `now` that are not the same in `before`.
std::vector<std::string> changed_lines(const TaskList& before, const TaskList& now);

// Returns the list in the arguments of a call, which are JSON; nullopt if they are not valid.
std::optional<TaskList> tasks_in_text(const std::string& text);

// Returns the lines by which a summary keeps the list, with a newline before them; empty for an
// empty list.
std::string note_for_summary(const TaskList& tasks);

// Returns the list in the last note_for_summary() of a text; nullopt if the text has no such note.
std::optional<TaskList> tasks_in_summary(const std::string& text);

}
