#pragma once

#include "agent/model/message.hpp"
#include "agent/tasks/task_list.hpp"

#include <cstddef>

namespace agent::tasks {

// Returns the last list among the messages from `first` to before `after`: that of a call of the
// tool whose result is not an error, or of a summary. Returns an empty list if no message has one.
TaskList last_tasks(const model::Messages& messages, std::size_t first, std::size_t after);
TaskList last_tasks(const model::Messages& messages);

}
