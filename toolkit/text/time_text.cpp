#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

static std::string utc_of(std::time_t seconds, const char* format)
{
    std::tm parts {};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

static std::string with_milliseconds(std::time_t seconds, int milliseconds)
{
    std::array<char, 8> fraction {};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ", milliseconds);
    return utc_of(seconds, "%Y-%m-%dT%H:%M:%S") + fraction.data();
}

std::string utc(Time time, const char* format)
{
    return utc_of(std::chrono::system_clock::to_time_t(time), format);
}

std::string rfc3339(Time time)
{
    using std::chrono::floor;
    const auto since_1970 = floor<std::chrono::milliseconds>(time.time_since_epoch());
    const auto seconds = floor<std::chrono::seconds>(since_1970);
    return with_milliseconds(seconds.count(), static_cast<int>((since_1970 - seconds).count()));
}

std::string rfc3339(std::time_t seconds)
{
    static constexpr std::time_t end_of_9999 = 253'402'300'799;
    return with_milliseconds(std::clamp<std::time_t>(seconds, 0, end_of_9999), 0);
}
