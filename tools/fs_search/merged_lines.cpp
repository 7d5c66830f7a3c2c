#include "merged_lines.hpp"
#include "line_kind.hpp"

#include <charconv>
#include <string_view>

namespace fs_search {

namespace {

struct Line {
    std::int64_t number;
    LineKind kind;
    std::string_view digits;
    std::string_view rest;
};

constexpr std::string_view newline = "\\n";

// Of a text that Entries has written. A line that holds "\n" has its backslash escaped, so a
// backslash and an 'n' end the line if an even number of backslashes stands before them.
std::size_t end_of_line(std::string_view text)
{
    std::size_t at = text.find('\\');
    while (at + 1 < text.size() && text[at + 1] != 'n')
        at = text.find('\\', at + 2);
    return at;
}

Line take_line(std::string_view& text)
{
    Line line {};
    const std::size_t end = end_of_line(text);
    const auto digits = std::from_chars(text.data(), text.data() + text.size(), line.number);
    const auto kind_at = static_cast<std::size_t>(digits.ptr - text.data());
    line.digits = text.substr(0, kind_at);
    line.kind = LineKind::of(text[kind_at]);
    line.rest = text.substr(kind_at + 1, end - kind_at - 1);
    text.remove_prefix(end + newline.size());
    return line;
}

void add(std::vector<Line>& lines, const Line& line)
{
    auto place = lines.rbegin();
    while (place != lines.rend() && place->number > line.number)
        ++place;
    if (place == lines.rend() || place->number < line.number)
        lines.insert(place.base(), line);
    else if (line.kind.is_match && !place->kind.is_match)
        *place = line;
}

void write(std::string& text, const Line& line)
{
    text.append(text.empty() ? "" : newline).append(line.digits);
    text.append(line.kind.is_match ? ":" : "-").append(line.rest);
}

}

MergedLines merged_lines(const FileFindings& file)
{
    std::vector<Line> lines;
    for (std::string_view rest = file.text; !rest.empty();)
        add(lines, take_line(rest));
    MergedLines merged;
    for (const Line& line : lines) {
        write(line.kind.is_encoded ? merged.encoded : merged.text, line);
        if (line.kind.is_clipped)
            merged.clipped.push_back(line.number);
    }
    return merged;
}

}
