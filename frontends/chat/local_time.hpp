#pragma once

#include <ctime>
#include <string>

namespace frontends::chat {

// Returns a local time for a list: "today 09:12", "yesterday 18:40", "Nov 23 11:05", or
// "Nov 23 2025" of another year. `now` is the current time.
std::string local_time(std::time_t time, std::time_t now);

// Returns the seconds since 1970 of an RFC 3339 time in UTC; 0 if it cannot be read.
std::time_t seconds_of(const std::string& time);

// Returns a path with "~" for the home directory at its beginning.
std::string with_tilde(const std::string& path);

}
