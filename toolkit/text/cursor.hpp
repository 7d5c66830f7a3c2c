#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Where a page of an answer ends, and the next one begins.
struct Cursor {
    std::uint32_t request; // see number_of_request()
    std::vector<std::int64_t> numbers; // at least 0
    std::string path; // not empty

    bool operator==(const Cursor&) const = default;
};

// A number that two requests have in common if the same cursors are valid for both.
std::uint32_t number_of_request(std::string_view all_that_decides);

// The cursor of the answer: UTF-8, in which a model can see the place.
std::string cursor_text(const Cursor& cursor);

// Nothing if `text` is no cursor with so many numbers. It is untrusted: a path in it is to be
// compared with others, and opens nothing.
std::optional<Cursor> read_cursor(std::string_view text, std::size_t numbers);

}
