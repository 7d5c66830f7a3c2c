#include "frontends/screen/values.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <array>
#include <cstdio>
#include <string>

namespace frontends::screen {

Json json_in(std::string_view text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return {};
    }
}

std::string value_text(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SafeText number_text(std::uint64_t number) { return prose(std::to_string(number)); }

SafeText with_commas(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;)
        digits.insert(at -= 3, 1, ',');
    return prose(digits);
}

// Formats a value with one digit after the point if it is below ten.
static std::string scaled(double value)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), value < 9.95 ? "%.1f" : "%.0f", value);
    return text.data();
}

SafeText bytes_text(std::uint64_t bytes)
{
    if (bytes < 1000)
        return prose(std::to_string(bytes) + " B");
    const auto value = static_cast<double>(bytes);
    return prose(
        value < 999'500 ? scaled(value / 1000) + " KB" : scaled(value / 1'000'000) + " MB");
}

SafeText tokens_text(std::uint64_t tokens)
{
    if (tokens < 1000)
        return prose(std::to_string(tokens));
    const auto value = static_cast<double>(tokens);
    return prose(value < 999'500 ? scaled(value / 1000) + "k" : scaled(value / 1'000'000) + "M");
}

SafeText seconds_text(Moment duration)
{
    const auto seconds = duration.count() / 1000;
    if (seconds < 60)
        return prose(std::to_string(seconds) + " s");
    return prose(std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s");
}

SafeText duration_text(Moment duration)
{
    if (duration.count() < 1000)
        return prose(std::to_string(duration.count()) + " ms");
    if (duration.count() < 9950)
        return prose(scaled(static_cast<double>(duration.count()) / 1000) + " s");
    return seconds_text(duration);
}

}
