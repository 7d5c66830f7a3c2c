#pragma once

#include "agent/calls/process.hpp"

#include <sys/types.h>

#include <vector>

namespace agent::calls {

// The supervisor of one tool (toolkit/process/supervision.hpp).

// Descriptors that a supervisor is born with.
struct ToolEnds {
    int input; // the tool's stdin, stdout and stderr
    int output;
    int errors;
    int report; // reports are written here, the last one when the tool and all it started are gone
    int control; // at its end of file (agentcli has closed it, or is dead) everything is killed;
        // a byte is the number of a signal for the tool
    int given = -1; // the tool's descriptor 3; none
};

struct ToolReport {
    enum Kind {
        supervised, // the first: `supervisor` runs
        ended, // the last
        lost, // the last, if the supervisor was killed: nothing else is known but `all_gone`
        refused, // the only one: there can be no further process now, by `start_error`
    } kind
        = ended;
    pid_t supervisor = -1;
    bool all_gone = true; // false: something can't be killed
    int start_error = 0; // errno, if the program could not be started
    int wait_status = 0; // of the tool, as waitpid has it
};

// Closes all descriptors of this process but these.
void close_all_but(std::vector<int> kept);

// Above the descriptors of a supervised tool, wherever they come from.
inline constexpr int number_beyond_tools = 16;

// In a new supervisor, where all signals have their default actions: runs the tool, and ends when
// nothing of it is left.
[[noreturn]] void supervise_tool(const Launch& launch, const ToolEnds& ends);

}
