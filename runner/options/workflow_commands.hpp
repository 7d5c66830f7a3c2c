#pragma once

#include "runner/options/command.hpp"

#include <vector>

namespace runner::options {

// Rows of the table of commands.
std::vector<CommandRow> commands_of_workflows();
std::vector<CommandRow> commands_of_runs();

}
