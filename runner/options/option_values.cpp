#include "runner/options/option_values.hpp"

#include "agent/redaction/secret_names.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace runner::options {

using namespace agent;
using namespace toolkit;

static ToolError bad_value(std::string_view text, const std::string& expected)
{
    return {Code::bad_request, text::in_quotes(text) + " is not " + expected};
}

// Parses all of `text` as a plain decimal number. Does not use strtod, which depends on the locale
// and accepts 0x1p3, inf and nan.
static std::optional<double> decimal(std::string_view text)
{
    if (text.find_first_not_of("0123456789.") != std::string_view::npos)
        return {};
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return {};
    return value;
}

std::chrono::milliseconds parse_duration(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> units {{
        {"ms", 1}, // before "s", which it ends with
        {"s", 1000},
        {"m", 60 * 1000},
        {"h", 60 * 60 * 1000},
    }};
    static constexpr double most = 24 * 60 * 60 * 1000;
    double scale = 1000;
    std::string_view number = text;
    for (const auto& [unit, milliseconds] : units) {
        if (number.ends_with(unit)) {
            number.remove_suffix(unit.size());
            scale = milliseconds;
            break;
        }
    }
    const std::optional<double> value = decimal(number);
    if (!value || *value * scale < 1 || *value * scale > most)
        throw bad_value(text, "a duration such as 500ms, 30s or 2m, at most 24h");
    return std::chrono::milliseconds(std::llround(*value * scale));
}

std::chrono::milliseconds parse_age(std::string_view text)
{
    constexpr double max_days = 36'500;
    constexpr double day = 24 * 60 * 60 * 1000;
    if (!text.ends_with('d'))
        return parse_duration(text);
    const std::optional<double> days = decimal(text.substr(0, text.size() - 1));
    if (!days || *days < 0 || *days > max_days)
        throw bad_value(text, "an age such as 12h or 30d, at most 36500d");
    return std::chrono::milliseconds(std::llround(*days * day));
}

static std::int64_t parse_whole(std::string_view text, std::int64_t least, std::int64_t most)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        throw bad_value(
            text, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
}

std::int64_t parse_count(std::string_view text) { return parse_whole(text, 1, 1'000'000); }

std::size_t parse_bytes(std::string_view text)
{
    return static_cast<std::size_t>(parse_whole(text, 1, 1 << 30));
}

// With less than the minimum, a process does not start.
std::size_t parse_memory(std::string_view text)
{
    constexpr std::string_view units = "KMG";
    constexpr std::int64_t min = std::int64_t {32} << 20;
    constexpr std::int64_t max = std::int64_t {1024} << 30;
    const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
    const bool has_unit = unit != units.npos;
    const std::int64_t factor = has_unit ? std::int64_t {1} << 10 * (unit + 1) : 1;
    const auto number = decimal(has_unit ? text.substr(0, text.size() - 1) : text);
    const double bytes = number.value_or(0) * static_cast<double>(factor);
    if (bytes < static_cast<double>(min) || bytes > static_cast<double>(max))
        throw bad_value(text, "a size from 32M to 1024G, in bytes or as 512M or 2G");
    return static_cast<std::size_t>(bytes);
}

int parse_retries(std::string_view text) { return static_cast<int>(parse_whole(text, 0, 10)); }

double parse_temperature(std::string_view text)
{
    const std::optional<double> value = decimal(text);
    if (!value || *value > 2)
        throw bad_value(text, "a number from 0 to 2");
    return *value;
}

double parse_top_p(std::string_view text)
{
    const std::optional<double> value = decimal(text);
    if (!value || *value > 1)
        throw bad_value(text, "a number from 0 to 1");
    return *value;
}

std::int64_t parse_seed(std::string_view text)
{
    constexpr std::int64_t max = (std::int64_t {1} << 53) - 1;
    return parse_whole(text, -max, max);
}

double parse_amount(std::string_view text)
{
    constexpr double max = 1e6;
    const std::optional<double> value = decimal(text);
    if (!value || *value <= 0 || *value > max)
        throw bad_value(text, "an amount such as 0.5, more than 0 and at most 1000000");
    return *value;
}

bool is_switch(std::string_view text)
{
    return text == "true" || text == "1" || text == "false" || text == "0";
}

bool parse_switch(std::string_view text)
{
    if (is_switch(text))
        return text == "true" || text == "1";
    throw bad_value(text, "true or false");
}

calls::Approve parse_approve(std::string_view text)
{
    if (text == "never") // its older name
        return calls::Approve::never;
    for (std::size_t mode = 0; mode < calls::approve_words.size(); ++mode)
        if (text == calls::approve_words.at(mode))
            return static_cast<calls::Approve>(mode);
    throw bad_value(text, "auto, edits, changes, always or plan");
}

model::Api parse_api(std::string_view text)
{
    if (text == "auto")
        return model::Api::automatic;
    if (text == "chat")
        return model::Api::chat;
    if (text == "responses")
        return model::Api::responses;
    throw bad_value(text, "auto, chat or responses");
}

model::PromptCache parse_prompt_cache(std::string_view text)
{
    if (text == "auto")
        return model::PromptCache::automatic;
    if (text == "off")
        return model::PromptCache::off;
    if (text == "on")
        return model::PromptCache::on;
    throw bad_value(text, "auto, off or on");
}

audit::AuditPolicy parse_audit_policy(std::string_view text)
{
    if (text == "required")
        return audit::AuditPolicy::required;
    if (text == "best-effort")
        return audit::AuditPolicy::best_effort;
    throw bad_value(text, "required or best-effort");
}

std::vector<std::string> parse_names(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        names.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
        if (names.back().empty())
            throw bad_value(text, "names between commas");
    }
    return names;
}

std::string parse_since(std::string_view text)
{
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    const std::int64_t seconds = unit == "s" ? 1
        : unit == "m"                        ? 60
        : unit == "h"                        ? 3600
        : unit == "d"                        ? 86400
                                             : 0;
    if (error == std::errc() && seconds > 0 && count >= 0 && count < 1'000'000)
        return text::rfc3339(std::time(nullptr) - count * seconds);
    static constexpr std::string_view form = "0000-00-00T00:00:00.000Z";
    bool is_time = text.size() >= 4 && text.size() <= form.size();
    for (std::size_t at = 0; is_time && at < text.size(); ++at)
        is_time = form[at] == '0' ? text[at] >= '0' && text[at] <= '9' : text[at] == form[at];
    if (!is_time)
        throw ToolError(Code::bad_request,
            text::in_quotes(text)
                + " is not a time such as 2h, 7d, 2026-11-21 or 2026-11-21T09:30 (UTC)");
    return std::string(text);
}

}
