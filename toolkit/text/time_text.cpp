#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace toolkit::text {

std::string utc(Time time, const char* format)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts {};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

// Returns the time to the second: 2026-11-21T09:30:00.
static std::string date_and_time(std::time_t seconds)
{
    using namespace std::chrono;
    static constexpr std::time_t begin_of_year_0 = -62'167'219'200;
    static constexpr std::time_t end_of_9999 = 253'402'300'799;
    // gmtime_r() would link the time zones and scanf() of the C library into tools that need
    // neither.
    const sys_seconds second {
        std::chrono::seconds(std::clamp(seconds, begin_of_year_0, end_of_9999))};
    const auto day = floor<days>(second);
    const year_month_day date(day);
    const hh_mm_ss clock(second - day);
    std::array<char, 80> text {};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

static std::string fraction(long value, std::size_t digits)
{
    const std::string text = std::to_string(value);
    return "." + std::string(digits - std::min(digits, text.size()), '0') + text + "Z";
}

std::string rfc3339(Time time)
{
    using std::chrono::floor;
    const auto since_1970 = floor<std::chrono::milliseconds>(time.time_since_epoch());
    const auto seconds = floor<std::chrono::seconds>(since_1970);
    return date_and_time(seconds.count()) + fraction((since_1970 - seconds).count(), 3);
}

std::string rfc3339(std::time_t seconds)
{
    return date_and_time(std::max<std::time_t>(seconds, 0)) + fraction(0, 3);
}

std::string rfc3339(const timespec& time)
{
    return date_and_time(time.tv_sec) + fraction(time.tv_nsec, 9);
}

std::string duration_text(std::chrono::milliseconds duration)
{
    const auto count = duration.count();
    if (count < 1000)
        return std::to_string(count) + "ms";
    std::string fraction = std::to_string(1000 + count % 1000).substr(1);
    fraction.resize(fraction.find_last_not_of('0') + 1);
    return std::to_string(count / 1000) + (fraction.empty() ? "" : "." + fraction) + "s";
}

}
