#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fs_read_lines {

using namespace toolkit;

enum class Numbers { none, shown };

struct Lines {
    std::int64_t first; // from 1
    std::int64_t last; // included
    std::size_t max_bytes; // of Page::content, numbers included
    Numbers numbers = Numbers::none;
    std::int64_t max_scan_bytes = 8LL << 30; // to be looked through, holes not counted
};

// Some whole lines of a file, or the beginning of one that is too long for the limit.
struct Page {
    std::string
        // bytes as in the file, line ends too; before each line its number and a tab where asked
        // for
        content;
    std::int64_t last_line; // that has a part in content; the last of the file where none has
    bool is_last = false; // the file ends with content
    bool hit_limit = false; // max_bytes left out something that was asked for
    std::optional<std::int64_t>
        next_line; // the first that is not begun in content, where there is one
    // Where in the file the rest of a line begins of which only the beginning is in content. That
    // cut splits no UTF-8 character, but for one that is larger than the limit.
    std::optional<std::int64_t> rest_at;
};

// Holes are passed over. Throws TOO_LARGE where the lines lie too far in, or a line is too long to
// find its end.
//
// A line ends behind '\n'; '\r' is a byte like any other. Takes memory for one page, whatever the
// file and its lines. `name` is for messages.
Page read_page(const File& file, std::string_view name, const Lines& lines);

}
