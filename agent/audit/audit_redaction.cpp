#include "agent/audit/audit_redaction.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::audit {

using namespace toolkit;

template<std::size_t count>
static bool is_among(const std::array<std::string_view, count>& fields, std::string_view field)
{
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value)
{
    static constexpr std::array<std::string_view, 13> verified {"ts", "seq", "prev", "run", "exit",
        "signal", "ms", "requestSha256", "answerSha256", "end", "exitStatus", "steps", "calls"};
    static constexpr std::array<std::string_view, 15> of_operator {"argv", "cwd", "approval",
        "sandbox", "runsLater", "gitObeys", "gitRemoved", "background", "via", "mcp", "server",
        "state", "variables", "listSha256", "tools"};
    const redaction::Redaction& own = redaction.of_operator();
    if (is_among(verified, field))
        return value;
    if (field == "tool" && value.is_string())
        return own.redact_name(value.get<std::string>());
    return is_among(of_operator, field) ? own.redact_json(value) : redaction.redact_json(value);
}

std::string redacted_line(const redaction::Redaction& redaction, std::string_view line)
{
    std::string plain = redaction.redact(line);
    if (plain == line)
        return plain;
    try {
        Json fields = json::parse_bounded(line);
        if (fields.is_object()) {
            for (const auto& [field, value] : fields.items())
                value = redacted_field(redaction, field, std::move(value));
            return fields.dump();
        }
    } catch (const ToolError&) { // it is no line of a trail
    }
    return plain;
}

}
