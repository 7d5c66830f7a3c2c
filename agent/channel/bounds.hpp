#pragma once

#include "agent/channel/messages.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::channel {

// Limits that the operator's flags set for a host. The Begin message of the host can only narrow
// them.
struct Bounds {
    Approve approve {}; // least strict mode that is allowed
    std::int64_t steps = 0; // maximum per turn, as for the next four
    std::int64_t tool_calls = 0;
    std::int64_t repeats = 0;
    std::int64_t tokens = 0; // 0: no limit
    double cost = 0; // 0: no limit
    std::chrono::milliseconds time {}; // maximum duration of a turn or workflow; 0: no limit
    std::vector<std::vector<std::string>> only_tools = {}; // a tool must be in each of the lists
    bool has_output_schema = false; // true if a flag sets it, so that Begin must not
    bool has_history = false; // true if a flag sets it, so that Begin must not
    std::string session = {}; // set by a flag; empty: Begin may name one
    std::string fork = {};
    std::vector<std::string> may = {}; // permissions of --host-may
};

// Applies the limits of `begin` to `bounds`: narrows approve, the limits and only_tools, and sets
// session and fork. Throws PERMISSION_DENIED if `begin` exceeds the bounds, with the flag that
// would allow it in the hint, and BAD_REQUEST for a fork without a session.
void narrow(Bounds& bounds, const Begin& begin);
void narrow(Bounds& bounds, const BeginWorkflow& begin);

}
