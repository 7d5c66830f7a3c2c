#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::reading {

enum class Numbers { none, shown };

struct WantedLines {
    std::int64_t first; // from 1
    std::int64_t last; // included
    std::size_t max_bytes; // of Page::content, numbers included
    Numbers numbers = Numbers::none;
    std::int64_t max_scan_bytes = 8LL << 30; // to be searched, holes not counted
    std::size_t max_line_bytes = SIZE_MAX; // a longer line is cut if the page has room for this
    bool is_latin1 = false; // lines become UTF-8; they count as in the file
};

// A line of which only the beginning is in a page.
struct CutLine {
    std::int64_t line;
    std::int64_t rest_at; // where in the file the rest begins
};

// Some whole lines of a file, or the beginning of one that is too long for the limit.
struct Page {
    // Bytes as in the file, newlines too; before each line its number and a tab if wanted. A line
    // of `cut_lines` ends with a note of how many bytes are missing, and a newline.
    std::string content;
    std::int64_t last_line; // that has a part in content; the last of the file if none has
    bool is_last = false; // the file ends with content
    bool hit_limit = false; // max_bytes left out something that was asked for
    std::optional<std::int64_t>
        next_line; // the first that is not begun in content, if there is one
    // Where in the file the rest of a line begins of which only the beginning is in content. That
    // cut splits no UTF-8 character, but for one that is larger than the limit.
    std::optional<std::int64_t> rest_at;
    std::vector<CutLine> cut_lines; // those that are longer than max_line_bytes
};

// Holes are passed over. Throws TOO_LARGE if the lines are too far in, or a line is too long to
// find its end.
//
// '\n' closes a line; '\r' is a byte like any other. Takes memory for one page, whatever the
// file and its lines. `name` is for messages.
Page read_page(const File& file, std::string_view name, const WantedLines& lines);

// How many lines the file has. Throws TOO_LARGE if more than max_scan_bytes would be searched.
std::int64_t count_lines(const File& file, std::string_view name, std::int64_t max_scan_bytes);

}
