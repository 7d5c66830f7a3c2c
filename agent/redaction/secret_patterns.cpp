#include "agent/redaction/secret_patterns.hpp"

#include "agent/redaction/redaction_rules.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace agent::redaction {

using namespace toolkit;

bool stays_in_line(std::string_view pattern)
{
    static constexpr std::string_view safe_escapes = "dwbB.*+?()[]{}|^$/-\\";
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const std::string_view rest = pattern.substr(at);
        if (static_cast<unsigned char>(rest[0]) < ' ' || rest.starts_with("[^")
            || rest.starts_with("[[:"))
            return false;
        if (rest.starts_with("(?") && !rest.starts_with("(?:") && !rest.starts_with("(?i)"))
            return false;
        if (rest[0] == '\\'
            && (rest.size() < 2 || safe_escapes.find(rest[1]) == std::string_view::npos))
            return false;
        at += rest[0] == '\\' ? 1 : 0;
    }
    return true;
}

std::unique_ptr<RE2> compiled_pattern(const std::string& pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    auto result = std::make_unique<RE2>(pattern, options);
    if (!result->ok())
        throw ToolError(Code::bad_pattern,
            "cannot redact by " + text::in_quotes(pattern) + ": " + result->error(),
            "patterns are RE2 syntax");
    return result;
}

void check_pattern(const std::string& pattern)
{
    if (RE2::FullMatch("", *compiled_pattern(pattern)))
        throw ToolError(Code::bad_pattern,
            "cannot redact by " + text::in_quotes(pattern) + ": it matches the empty text",
            "+ in place of * matches something");
}

}
