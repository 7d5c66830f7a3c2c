#pragma once

#include "agent/calls/process.hpp"

#include <sys/types.h>

#include <vector>

namespace agent::calls {

// The supervisor of a single tool (toolkit/process/supervision.hpp).

// Descriptors passed to a supervisor when it is created.
struct ToolEnds {
    int input; // stdin of the tool
    int output; // stdout of the tool
    int errors; // stderr of the tool
    int report; // ToolReports are written here, the last one when all processes of the tool ended
    // Each byte read is the number of a signal to send to the tool. At the end of file (agentcli
    // closed the descriptor or died), all processes of the tool are killed.
    int control;
    int given = -1; // descriptor 3 of the tool; -1: none
};

// Message of a supervisor, or of the root supervisor, about a tool.
struct ToolReport {
    enum Kind {
        supervised, // first message: `supervisor` runs
        ended, // last message
        lost, // last message if the supervisor was killed: only `all_gone` is known
        refused, // only message: no process could be created, with the errno `start_error`
    } kind
        = ended;
    pid_t supervisor = -1;
    bool all_gone = true; // false if a process of the tool could not be killed
    int start_error = 0; // errno if the program could not be started
    int wait_status = 0; // status of the tool in the format of waitpid()
};

// Closes all descriptors of this process except `kept`.
void close_all_but(std::vector<int> kept);

// Lowest descriptor to which descriptors are moved to free the numbers that a tool needs.
inline constexpr int number_beyond_tools = 16;

// Runs the tool and exits when all of its processes have ended. Call it in a new supervisor process
// in which all signals have their default actions.
[[noreturn]] void supervise_tool(const Launch& launch, const ToolEnds& ends);

}
