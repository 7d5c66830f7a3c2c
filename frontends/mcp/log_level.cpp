#include "frontends/mcp/log_level.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/requests.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace frontends::mcp {

static constexpr std::array<std::string_view, 8> names {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

std::optional<LogLevel> log_level_named(std::string_view name)
{
    const auto* const found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return {};
    return static_cast<LogLevel>(found - names.begin());
}

std::string log_line(LogLevel level, const Json& data)
{
    const auto number = static_cast<std::size_t>(level);
    return toolkit::mcp::notification_line("notifications/message",
        {{"level", names.at(number)}, {"logger", "agentcli"}, {"data", data}});
}

}
