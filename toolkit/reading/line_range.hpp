#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace toolkit::reading {

// The lines of a request, as the agents spell them. Numbers below 0 count from the end: -1 is the
// last line.
struct LineFields {
    std::optional<std::int64_t> start_line = {};
    std::optional<std::int64_t> end_line = {};
    std::optional<std::int64_t> offset = {}; // startLine; 0 is line 1
    std::optional<std::int64_t> limit = {}; // so many lines
    std::optional<std::int64_t> head = {}; // the first lines
    std::optional<std::int64_t> tail = {}; // the last lines

    bool operator==(const LineFields&) const = default;
};

struct LineRange {
    std::int64_t first; // from 1
    std::int64_t last; // included
    bool has_end; // the request says where it ends
};

// Calls `count`, which answers how many lines there are, only if something counts from the end.
// Throws BAD_REQUEST, with the corrected fields in the hint, if fields contradict each other.
LineRange range_of(const LineFields& fields, const std::function<std::int64_t()>& count);

}
