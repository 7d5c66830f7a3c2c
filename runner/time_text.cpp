#include "runner/time_text.hpp"

#include <array>
#include <cstdio>
#include <ctime>

std::string utc(Time time, const char* format)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts {};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text {};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

std::string rfc3339(Time time)
{
    const auto milliseconds
        = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
    std::array<char, 8> fraction {};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(milliseconds));
    return utc(time, "%Y-%m-%dT%H:%M:%S") + fraction.data();
}
