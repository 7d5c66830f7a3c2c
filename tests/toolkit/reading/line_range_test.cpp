#include "catch.hpp"
#include "toolkit/reading/line_range.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <optional>

using toolkit::reading::LineFields;
using toolkit::reading::range_of;

TEST_CASE("each way to name lines of ten means one range")
{
    const auto none = std::optional<std::int64_t>();
    const struct {
        LineFields fields;
        std::int64_t first;
        std::int64_t last;
        bool has_end;
    } rows[] = {
        {{}, 1, 2000, false},
        {{.start_line = 3}, 3, 2002, false},
        {{.start_line = 3, .end_line = 4}, 3, 4, true},
        {{.start_line = none, .end_line = 4}, 1, 4, true},
        {{.start_line = -3}, 8, 2007, false},
        {{.start_line = -30}, 1, 2000, false},
        {{.start_line = 8, .end_line = -1}, 8, 10, true},
        {{.start_line = -3, .end_line = -2}, 8, 9, true},
        {{.offset = 0}, 1, 2000, false},
        {{.offset = 3, .limit = 2}, 3, 4, true},
        {{.offset = -3, .limit = 2}, 8, 9, true},
        {{.start_line = 3, .limit = 1}, 3, 3, true},
        {{.head = 2}, 1, 2, true},
        {{.tail = 2}, 9, 10, true},
        {{.tail = INT64_MAX}, 1, INT64_MAX, true},
        {{.start_line = INT64_MIN}, 1, 2000, false},
        {{.start_line = INT64_MAX, .limit = INT64_MAX}, INT64_MAX, INT64_MAX, true},
    };
    for (const auto& row : rows) {
        const auto range = range_of(row.fields, [] { return std::int64_t {10}; });
        CAPTURE(&row - rows);
        CHECK(range.first == row.first);
        CHECK(range.last == row.last);
        CHECK(range.has_end == row.has_end);
    }
}

TEST_CASE("fields for lines that contradict each other are refused")
{
    const LineFields rows[] = {
        {.start_line = 0},
        {.start_line = 1, .end_line = 0},
        {.start_line = 3, .end_line = 2},
        {.start_line = 8, .end_line = -5},
        {.start_line = 1, .offset = 2},
        {.end_line = 1, .limit = 2},
        {.head = 1, .tail = 2},
        {.start_line = 1, .head = 2},
        {.limit = 1, .tail = 2},
    };
    for (const auto& row : rows) {
        CAPTURE(&row - rows);
        CHECK_THROWS_AS(range_of(row, [] { return std::int64_t {10}; }), toolkit::ToolError);
    }
}
