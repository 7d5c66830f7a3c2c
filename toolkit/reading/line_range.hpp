#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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

struct Section {
    std::string bytes;
    std::int64_t next_offset; // where the next section begins
    std::int64_t file_size;
    bool is_last; // nothing follows
    std::string sha256; // of the whole file, where the section is the whole file; else empty
};

// Up to `most` bytes of the file from `offset`; none if `offset` is not before the end. `name`
// is for messages.
Section read_section(
    const File& file, std::string_view name, std::int64_t offset, std::int64_t most);

// Cuts a UTF-8 character that the limit split off the end, to be read next time. Returns the rest
// as text (text::readable()); if it is not, or would be nothing, the section stays as it was.
std::optional<text::Readable> cut_to_text(Section& section);

}
