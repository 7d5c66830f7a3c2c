#include "toolkit/reading/line_range.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <algorithm>
#include <string>

namespace toolkit::reading {

namespace {

constexpr std::int64_t usual_count = 2000;

[[noreturn]] void refuse_both(const std::string& one, const std::string& other)
{
    throw ToolError(Code::bad_request, "'" + one + "' and '" + other + "' contradict each other",
        "send startLine and endLine, or offset and limit, or head, or tail");
}

// Replaces offset, head and tail by startLine and limit.
LineFields translated(const LineFields& fields)
{
    LineFields plain {fields.start_line, fields.end_line, {}, fields.limit, {}, {}};
    if (fields.start_line && fields.offset)
        refuse_both("startLine", "offset");
    if (fields.end_line && fields.limit)
        refuse_both("endLine", "limit");
    if (fields.head && fields.tail)
        refuse_both("head", "tail");
    if ((fields.head || fields.tail)
        && (fields.start_line || fields.end_line || fields.offset || fields.limit))
        refuse_both(fields.head ? "head" : "tail",
            fields.start_line     ? "startLine"
                : fields.end_line ? "endLine"
                : fields.offset   ? "offset"
                                  : "limit");
    if (fields.offset)
        plain.start_line = *fields.offset == 0 ? 1 : *fields.offset;
    if (fields.head)
        plain.limit = fields.head;
    if (fields.tail) {
        plain.start_line = -*fields.tail;
        plain.limit = fields.tail;
    }
    return plain;
}

void refuse_zero(const std::optional<std::int64_t>& line, const std::string& name)
{
    if (line == 0)
        throw ToolError(Code::bad_request, "'" + name + "' must not be 0",
            "lines are counted from 1; -1 is the last line");
}

}

LineRange range_of(const LineFields& fields, const std::function<std::int64_t()>& count)
{
    const LineFields plain = translated(fields);
    refuse_zero(plain.start_line, "startLine");
    refuse_zero(plain.end_line, "endLine");
    std::int64_t first = plain.start_line.value_or(1);
    std::optional<std::int64_t> end = plain.end_line;
    if (first < 0 || end.value_or(1) < 0) {
        const std::int64_t lines = count();
        const auto from_end = [&](std::int64_t line) {
            return std::max<std::int64_t>(
                line < 0 ? std::max(line, -lines - 1) + lines + 1 : line, 1);
        };
        first = from_end(first);
        if (end)
            end = from_end(*end);
    }
    if (end && *end < first)
        throw ToolError(Code::bad_request, "'endLine' must be at least 'startLine'",
            "both are counted from 1, and the line endLine is answered too");
    const std::int64_t wanted = plain.limit.value_or(usual_count);
    return {first, end.value_or(first > INT64_MAX - wanted ? INT64_MAX : first + wanted - 1),
        end.has_value() || plain.limit.has_value()};
}

Section read_section(
    const File& file, std::string_view name, std::int64_t offset, std::int64_t most)
{
    // One more byte shows whether anything follows; the size in the status may be outdated.
    std::string bytes = system::read_range(file, name, offset, static_cast<std::size_t>(most) + 1);
    const bool is_last = bytes.size() <= static_cast<std::size_t>(most);
    if (!is_last)
        bytes.pop_back();
    const std::int64_t end = offset + static_cast<std::int64_t>(bytes.size());
    const std::int64_t size = system::status_of(file, name).st_size;
    std::string hash = offset == 0 && is_last ? system::sha256(bytes) : "";
    // If the file grew or shrank meanwhile, the bytes that were read decide.
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
