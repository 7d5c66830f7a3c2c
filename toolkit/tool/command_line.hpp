#pragma once

#include "toolkit/tool/contract.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace toolkit::tool {

enum class CommandLineAction { answer, serve_mcp, describe, help, version };

// The clients that a tool with --mcp serves.
enum class Serving {
    off,
    server, // any MCP client
    calls, // only agentcli: a result is the output of a plain call, and the client limits its time
};

// The parsed command line of the operator.
struct CommandLine {
    CommandLineAction action = CommandLineAction::answer;
    workspace::WorkspaceOptions workspace;
    sandbox::Confinement confinement = sandbox::Confinement::landlock;
    std::size_t max_request_bytes = 0;
    Serving serving = Serving::server;
    std::size_t max_result_bytes = 0; // maximum size of a line that an MCP server prints
    std::int64_t max_undo_bytes = 0; // maximum size of what is kept for undo; 0: nothing is kept
    Json tool_flags; // the flags of the tool's own table, already checked
    std::vector<std::string> command; // argv without --describe: the command for tools.json
};

// Parses --name VALUE, --name=VALUE, and --name alone for a boolean. If a flag is repeated, the
// last value counts; a list takes all of them. Throws BAD_REQUEST naming the flag, with the nearest
// known flag in the hint. Limits that flags set (Field::limit_flag) are written into the contract's
// parameters, so that schema and check use them.
CommandLine parse_command_line(Contract& contract, int argc, char** argv);

// Returns the operator's flags: those of every tool, the tool's own, and the limits of its
// parameters.
std::vector<Field> flags_of(const Contract& contract);

}
