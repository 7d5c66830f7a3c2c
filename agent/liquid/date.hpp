#pragma once

#include "agent/liquid/filters.hpp"

#include <cstdint>
#include <string_view>

namespace agent::liquid {

struct Date {
    std::int64_t seconds = 0; // since 1970, UTC
    int nanoseconds = 0;
    int offset = 0; // offset of the displayed time zone, in seconds east of UTC
};

// Appends the date, formatted with the directives of strftime and Ruby. Flags (- 0 ^ # _ :) and a
// width of at most 1,024 may precede the letter. An unknown directive is written unchanged.
void add_formatted(const Date& date, std::string_view format, BoundedText& result);

}
