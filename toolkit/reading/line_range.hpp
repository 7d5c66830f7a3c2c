#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::reading {

// The lines that a request asks for, in the spellings of different agents. Negative numbers count
// from the end: -1 is the last line.
struct LineFields {
    std::optional<std::int64_t> start_line = {};
    std::optional<std::int64_t> end_line = {};
    std::optional<std::int64_t> offset = {}; // like start_line; 0 is line 1
    std::optional<std::int64_t> limit = {}; // number of lines
    std::optional<std::int64_t> head = {}; // number of lines at the beginning
    std::optional<std::int64_t> tail = {}; // number of lines at the end

    bool operator==(const LineFields&) const = default;
};

struct LineRange {
    std::int64_t first; // 1-based
    std::int64_t last; // included
    bool has_end; // the request states the end
};

// Returns the range of lines. `count`, which returns the number of lines of the file, is called
// only if a field counts from the end. Throws BAD_REQUEST, with the corrected fields in the hint,
// if fields contradict each other.
LineRange range_of(const LineFields& fields, const std::function<std::int64_t()>& count);

struct Section {
    std::string bytes;
    std::int64_t next_offset; // byte offset of the next section
    std::int64_t file_size;
    bool is_last; // the section ends at the end of the file
    std::string sha256; // hash of the file if the section is the whole file; otherwise empty
};

// Returns up to `most` bytes of the file from `offset`; none if `offset` is not before the end.
// `name` is for messages.
Section read_section(
    const File& file, std::string_view name, std::int64_t offset, std::int64_t most);

// Removes a UTF-8 character that the limit has cut from the end of the section, so that it is read
// next time. Returns the rest as text (text::readable()). If that fails or the rest would be empty,
// the section is unchanged.
std::optional<text::Readable> cut_to_text(Section& section);

}
