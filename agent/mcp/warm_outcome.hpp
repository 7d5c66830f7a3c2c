#pragma once

#include "agent/calls/process.hpp"
#include "agent/mcp/connection.hpp"

#include <cstddef>

namespace agent::mcp {

// The longest line that a server of calls prints: in place of a longer response it prints one that
// says so.
inline constexpr std::size_t max_warm_line = Wire::max_line - (4 << 10);

// The outcome that the call would have had in a process of its own, from the response of a server
// of calls (--mcp=calls). The duration is not set.
calls::Outcome outcome_of(const Response& response);

}
