#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

using namespace toolkit;

// The levels of the protocol (RFC 5424), the least important first.
enum class LogLevel { debug, info, notice, warning, error, critical, alert, emergency };

// Returns nullopt for an unknown level.
std::optional<LogLevel> log_level_named(std::string_view name);

// Returns the line of the notification `notifications/message`.
std::string log_line(LogLevel level, const Json& data);

}
