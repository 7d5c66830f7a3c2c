#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace get_time {

// The offset and abbreviation that apply at an instant.
struct ZonePeriod {
    std::int64_t offset_seconds; // east of UTC
    std::string abbreviation;
};

// Returns the period that a POSIX TZ string such as "CET-1CEST,M3.5.0,M10.5.0/3" defines at
// `unix_seconds`. Accepts the extensions of RFC 8536 (section 3.3.1: hours from -167 to 167).
// Throws INTERNAL if the string is invalid, since it comes from the zone database.
ZonePeriod posix_period(std::string_view rule, std::int64_t unix_seconds);

}
