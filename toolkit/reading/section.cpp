#include "toolkit/reading/section.hpp"

#include "toolkit/system/hash.hpp"

#include <algorithm>

namespace toolkit::reading {

Section read_section(
    const File& file, std::string_view name, std::int64_t offset, std::int64_t most)
{
    // One byte more tells whether anything follows; the size in the status can be older than what
    // is read.
    std::string bytes = system::read_range(file, name, offset, static_cast<std::size_t>(most) + 1);
    const bool is_last = bytes.size() <= static_cast<std::size_t>(most);
    if (!is_last)
        bytes.pop_back();
    const std::int64_t end = offset + static_cast<std::int64_t>(bytes.size());
    const std::int64_t size = system::status_of(file, name).st_size;
    std::string hash = offset == 0 && is_last ? system::sha256(bytes) : "";
    // A file that grew or shrank meanwhile: what was read is what there is.
    const std::int64_t size_now = bytes.empty() ? size : is_last ? end : std::max(size, end + 1);
    return {std::move(bytes), end, size_now, is_last, std::move(hash)};
}

std::optional<text::Readable> cut_to_text(Section& section)
{
    const std::size_t cut = section.is_last ? 0 : text::size_of_split_character(section.bytes);
    if (cut > 0 && cut == section.bytes.size())
        return std::nullopt;
    auto text
        = text::readable(std::string_view(section.bytes).substr(0, section.bytes.size() - cut));
    if (!text)
        return std::nullopt;
    section.bytes.resize(section.bytes.size() - cut);
    section.next_offset -= static_cast<std::int64_t>(cut);
    return text;
}

}
