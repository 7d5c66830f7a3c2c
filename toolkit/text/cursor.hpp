#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// The end of one page of an answer, at which the next page begins.
struct Cursor {
    std::uint32_t request; // see number_of_request()
    std::vector<std::int64_t> numbers; // at least 0
    std::string path; // not empty

    bool operator==(const Cursor&) const = default;
};

// Returns a hash of everything that decides which cursors are valid for a request. Requests with
// the same hash can use the same cursors.
std::uint32_t number_of_request(std::string_view all_that_decides);

// Returns the cursor for the answer, in UTF-8. The model can see the place in it.
std::string cursor_text(const Cursor& cursor);

// Returns nullopt if `text` is not a cursor with this many numbers. The content is not trusted:
// compare its path with others, and never open it.
std::optional<Cursor> read_cursor(std::string_view text, std::size_t numbers);

}
