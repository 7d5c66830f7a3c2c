#pragma once

#include <chrono>
#include <string>

using Time = std::chrono::system_clock::time_point;

// In UTC, as strftime's format says.
std::string utc(Time time, const char* format);

// 2026-11-21T09:30:00.007Z: two of them compare as texts.
std::string rfc3339(Time time);
