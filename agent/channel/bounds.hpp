#pragma once

#include "agent/channel/messages.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::channel {

// Holds the limits that the operator's flags set for a host. Its begin can only narrow them.
struct Bounds {
    Approve approve {}; // the least strict mode that is allowed
    std::int64_t steps = 0; // of a turn
    std::int64_t tool_calls = 0;
    std::int64_t repeats = 0;
    std::int64_t tokens = 0; // 0: no limit
    double cost = 0; // likewise
    std::chrono::milliseconds time {}; // of a turn or a workflow; 0: no limit
    std::vector<std::vector<std::string>> only_tools = {}; // each list must contain a tool
    bool has_output_schema = false;
    bool has_history = false;
    std::string session = {}; // set by the flags; empty: a begin may name one
    std::string fork = {};
    std::vector<std::string> may = {}; // of --host-may
};

// Narrows approve, the limits and only_tools, and sets session and fork, as the begin requires.
// Throws PERMISSION_DENIED, with the flag that would allow it in the hint, if the begin exceeds the
// bounds, and BAD_REQUEST for a fork without a session.
void narrow(Bounds& bounds, const Begin& begin);
void narrow(Bounds& bounds, const BeginWorkflow& begin);

}
