#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

using namespace toolkit;

// The levels of the protocol (RFC 5424), from the least to the most severe.
enum class LogLevel { debug, info, notice, warning, error, critical, alert, emergency };

// Returns nullopt if the name is not a level.
std::optional<LogLevel> log_level_named(std::string_view name);

// Returns the notification `notifications/message` as a line.
std::string log_line(LogLevel level, const Json& data);

}
