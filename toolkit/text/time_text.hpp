#pragma once

#include <chrono>
#include <ctime>
#include <string>

namespace toolkit::text {

using Time = std::chrono::system_clock::time_point;

// Returns the time in UTC, in the format of strftime().
std::string utc(Time time, const char* format);

// Returns the time like 2026-11-21T09:30:00.007Z. The texts sort like the times.
std::string rfc3339(Time time);

// Returns rfc3339() of a number of seconds since 1970. Files and users can set it far beyond the
// range of Time: times before 1970 and after 9999 become the first and the last possible one.
std::string rfc3339(std::time_t seconds);

// Returns rfc3339() with nine digits after the point. Years outside 0 to 9999, which the format
// does not have, become the nearest one.
std::string rfc3339(const timespec& time);

// Returns the duration in the form that the flags of agentcli accept: 500ms, 30s, 1.5s.
std::string duration_text(std::chrono::milliseconds duration);

}
