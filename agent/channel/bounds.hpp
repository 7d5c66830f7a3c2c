#pragma once

#include "agent/channel/messages.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace agent::channel {

// What the operator's flags leave to a host: its begin chooses among what they allow, and narrows.
struct Bounds {
    Approve approve {}; // the least
    std::int64_t steps = 0; // of a turn
    std::int64_t tool_calls = 0;
    std::int64_t repeats = 0;
    std::int64_t tokens = 0; // 0: no limit
    std::chrono::milliseconds time {}; // of a turn or a workflow; 0: no limit
    std::vector<std::vector<std::string>> only_tools = {}; // a tool is in each of these lists
    bool has_output_schema = false;
    bool has_history = false;
    std::string session = {}; // that is named already
    std::string fork = {};
    std::vector<std::string> may = {}; // of --host-may
};

// Sets what the begin narrows: approve, the limits, only_tools, session and fork. Throws
// PERMISSION_DENIED for what would widen, with the flag that allows it in the hint, and BAD_REQUEST
// for a fork without a session.
void narrow(Bounds& bounds, const Begin& begin);
void narrow(Bounds& bounds, const BeginWorkflow& begin);

}
