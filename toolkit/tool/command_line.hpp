#pragma once

#include "toolkit/tool/contract.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace toolkit::tool {

enum class CommandLineAction { answer, serve_mcp, describe, help, version };

// What a tool with --mcp serves.
enum class Serving {
    off,
    server, // any client
    calls, // agentcli: a result is what a plain call prints, and the client limits its time
};

// The operator's voice, read.
struct CommandLine {
    CommandLineAction action = CommandLineAction::answer;
    workspace::WorkspaceOptions workspace;
    sandbox::Confinement confinement = sandbox::Confinement::landlock;
    std::size_t max_request_bytes = 0;
    Serving serving = Serving::server;
    std::size_t max_result_bytes = 0; // of a line that an MCP server prints
    std::int64_t max_undo_bytes = 0; // of what changes replace and remove; 0: nothing is kept
    Json tool_flags; // those of the tool's own table, checked
    std::vector<std::string> command; // argv without --describe: what tools.json shall start
};

// Flags are --name VALUE or --name=VALUE, --name alone where the value is yes or no; the last of
// two wins, and a list takes each. Throws BAD_REQUEST naming the flag, with the nearest known one
// in the hint. Limits set by flags (Field::limit_flag) are written into the contract's parameters,
// so that schema and check follow.
CommandLine parse_command_line(Contract& contract, int argc, char** argv);

// The operator's flags: those of every tool, the tool's own, and the limits of its parameters.
std::vector<Field> flags_of(const Contract& contract);

}
