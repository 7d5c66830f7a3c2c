#pragma once

#include "agent/calls/process.hpp"
#include "agent/mcp/connection.hpp"

#include <cstddef>

namespace agent::mcp {

// Of a line that a server of calls prints; the response to a call that would be longer says so.
inline constexpr std::size_t max_warm_line = Wire::max_line - (4 << 10);

// What would have come of a process of its own for a call, by the response of a tool that is a
// server of calls (--mcp=calls). Its duration is not set.
calls::Outcome outcome_of(const Response& response);

}
