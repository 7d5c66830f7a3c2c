#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace get_time {

// What is in force at an instant.
struct ZonePeriod {
    std::int64_t offset_seconds; // east of UTC
    std::string abbreviation;
};

// Reads a POSIX TZ string as RFC 8536 allows it (section 3.3.1: hours from -167 to 167), for
// instance "CET-1CEST,M3.5.0,M10.5.0/3", and tells the period at `unix_seconds`. Throws INTERNAL
// for anything else: it comes from the database.
ZonePeriod posix_period(std::string_view rule, std::int64_t unix_seconds);

}
