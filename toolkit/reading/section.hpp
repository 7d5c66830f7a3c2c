#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::reading {

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
