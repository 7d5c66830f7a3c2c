#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fs_search {

// Where a page of results ends, and the next one begins.
struct PageEnd {
    std::string path = {}; // of the last file, relative to the workspace
    std::int64_t line = 0; // of its last match; 0: nothing more of this file is wanted
    std::int64_t count = 0; // so many results of this file are on the pages so far
    std::int64_t modified = 0; // when it was changed, in nanoseconds, if that is the order

    bool operator==(const PageEnd&) const = default;
};

// The cursor of the answer: UTF-8, in which a model can see the place.
std::string cursor_of(const PageEnd& end, std::uint32_t request);

// Nothing if `cursor` is none. It is untrusted: a path in it is compared with others, and opens
// nothing.
struct Cursor {
    std::uint32_t request;
    PageEnd end;
};
std::optional<Cursor> read_cursor(std::string_view cursor);

}
