#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace get_time {

// A local time.
struct LocalTime {
    std::string iso8601; // RFC 3339 with the offset: 2026-03-01T09:30:00+01:00
    std::string utc_offset; // "+01:00"; with seconds if the offset has them: "-00:44:30"
    std::string abbreviation; // "CET"
};

// Returns the local time of an IANA time zone at `unix_seconds`, by the zone database that is part
// of the program. Throws NOT_FOUND if no zone has exactly this name; the hint has the nearest name.
LocalTime local_time(std::string_view zone, std::int64_t unix_seconds);

}
