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
    std::int64_t first; // 1-based
    std::int64_t last; // included
    std::size_t max_bytes; // maximum size of Page::content, including numbers
    Numbers numbers = Numbers::none;
    std::int64_t max_scan_bytes = 8LL << 30; // limit for the search; holes do not count
    // A longer line is cut if the page has room for this much.
    std::size_t max_line_bytes = SIZE_MAX;
    bool is_latin1 = false; // lines are converted to UTF-8; sizes are those in the file
};

// A line of which the page has only the beginning.
struct CutLine {
    std::int64_t line;
    std::int64_t rest_at; // offset in the file at which the rest begins
};

// Some whole lines of a file, or the beginning of a line that is too long for the limit.
struct Page {
    // The bytes of the file, including newlines; before each line its number and a tab, if
    // requested. A line of `cut_lines` ends with a note of how many bytes are missing, and a
    // newline.
    std::string content;
    // The last line of which `content` has a part. If there is no such line, the last line of the
    // file.
    std::int64_t last_line;
    bool is_last = false; // the file ends with content
    bool hit_limit = false; // something that was requested was left out because of max_bytes
    // The first line after those in content, if there is one.
    std::optional<std::int64_t> next_line;
    // The offset in the file of the rest of a line of which content has only the beginning. The cut
    // does not split a UTF-8 character, unless the character is larger than the limit.
    std::optional<std::int64_t> rest_at;
    std::vector<CutLine> cut_lines; // lines longer than max_line_bytes
};

// Reads a page of lines. '\n' ends a line; '\r' is an ordinary byte. Holes are skipped. Takes
// memory for one page, whatever the size of the file and its lines. `name` is for messages. Throws
// TOO_LARGE if the lines are beyond max_scan_bytes, or if the end of a line is.
Page read_page(const File& file, std::string_view name, const WantedLines& lines);

// Returns the number of lines of the file. Throws TOO_LARGE if more than max_scan_bytes would be
// searched.
std::int64_t count_lines(const File& file, std::string_view name, std::int64_t max_scan_bytes);

}
