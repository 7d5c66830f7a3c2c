#pragma once

#include "runner/options/command.hpp"

#include <vector>

namespace runner::options {

// Rows of the table of commands: by which other programs use agentcli, and about the MCP servers of
// others.
std::vector<CommandRow> commands_that_serve();
std::vector<CommandRow> commands_of_mcp();
std::vector<CommandRow> commands_of_servers();

}
