#include "agent/model/retry.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <string>

namespace agent::model {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::optional<seconds> parse_retry_after(
    std::string_view text, std::chrono::system_clock::time_point now)
{
    // Some servers give fractions of a second, which HTTP does not have.
    static constexpr double most = 1e9;
    double count = 0;
    const auto [end, error]
        = std::from_chars(text.data(), text.data() + text.size(), count, std::chars_format::fixed);
    const bool is_too_large = error == std::errc::result_out_of_range;
    if ((error == std::errc() || is_too_large) && end == text.data() + text.size()
        && text.find_first_not_of("0123456789.") == std::string_view::npos)
        return seconds(
            static_cast<std::int64_t>(is_too_large ? most : std::ceil(std::min(count, most))));
    // The date formats of current servers, of RFC 850, and of asctime().
    for (const char* form :
        {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"}) {
        std::tm parts {};
        const std::string date(text);
        const char* const rest = strptime(date.c_str(), form, &parts);
        if (rest == nullptr || *rest != '\0')
            continue;
        // Computes in seconds, since the nanoseconds of the clock overflow in 2262.
        const seconds when(timegm(&parts));
        return std::max(seconds(0), when - std::chrono::floor<seconds>(now.time_since_epoch()));
    }
    return {};
}

std::string wished_delay(std::string_view retry_after, std::string_view milliseconds)
{
    static constexpr double thousand = 1000;
    double count = 0;
    const char* const end = milliseconds.data() + milliseconds.size();
    const auto [after, error]
        = std::from_chars(milliseconds.data(), end, count, std::chars_format::fixed);
    if (error != std::errc() || after != end || !(count >= 0))
        return std::string(retry_after);
    return std::to_string(count / thousand);
}

std::string wished_delay_in(std::string_view body)
{
    static const RE2 field(R"("retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s")");
    static const RE2 words(
        R"((?i)\b(?:retry|try again) (?:in|after) (\d{1,6}(?:\.\d{1,9})?) ?(ms|milliseconds?|s|seconds?|m|minutes?)\b)");
    const re2::StringPiece text(body.data(), body.size());
    std::string number;
    std::string unit = "s";
    if (!RE2::PartialMatch(text, field, &number) && !RE2::PartialMatch(text, words, &number, &unit))
        return {};
    double count = 0;
    std::from_chars(number.data(), number.data() + number.size(), count);
    const bool is_milliseconds = unit.starts_with("ms") || unit.starts_with("mil");
    return std::to_string(is_milliseconds ? count / 1000
            : unit.front() == 'm'         ? count * 60
                                          : count);
}

std::optional<milliseconds> retry_delay(int number, std::string_view retry_after, double random,
    std::chrono::system_clock::time_point now)
{
    const milliseconds longest(500 << std::clamp(number - 1, 0, 6));
    const milliseconds own(
        static_cast<std::int64_t>(static_cast<double>(longest.count()) * (1 - random / 2)));
    const seconds asked = parse_retry_after(retry_after, now).value_or(seconds(0));
    if (asked > max_retry_after)
        return {};
    return std::max<milliseconds>(own, asked);
}

}
