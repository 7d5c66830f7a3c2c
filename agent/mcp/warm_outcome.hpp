#pragma once

#include "agent/calls/process.hpp"
#include "agent/mcp/connection.hpp"

#include <cstddef>

namespace agent::mcp {

// Maximum length of a line that a call server prints. It replaces a longer response by one that
// reports this.
inline constexpr std::size_t max_warm_line = Wire::max_line - (4 << 10);

// Converts the response of a call server (--mcp=calls) to the outcome that the call would have had
// in a process of its own. The duration is not set.
calls::Outcome outcome_of(const Response& response);

}
