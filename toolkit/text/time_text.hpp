#pragma once

#include <chrono>
#include <ctime>
#include <string>

namespace toolkit::text {

using Time = std::chrono::system_clock::time_point;

// In UTC, as strftime's format says.
std::string utc(Time time, const char* format);

// 2026-11-21T09:30:00.007Z: two of them compare as texts.
std::string rfc3339(Time time);

// The same of any number of seconds since 1970, which a file or a user can set far beyond the range
// of Time: times before 1970 and after 9999 become the first and the last that there are.
std::string rfc3339(std::time_t seconds);

// The same with nine digits after the point, whatever they are. Years outside 0 to 9999, which the
// format does not have, become the nearest that it has.
std::string rfc3339(const timespec& time);

// Returns the duration in the form that the flags of agentcli accept: 500ms, 30s, 1.5s.
std::string duration_text(std::chrono::milliseconds duration);

}
