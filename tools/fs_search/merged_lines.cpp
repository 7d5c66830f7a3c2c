#include "merged_lines.hpp"
#include "line.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
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

// Returns the end of the first line of a text that Entries has written. A "\n" within a line has
// its backslash escaped, so a backslash and an 'n' end the line if an even number of backslashes is
// before them.
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

std::int64_t count_replacements(std::string_view text)
{
    constexpr std::string_view replacement = "\uFFFD";
    std::int64_t count = 0;
    for (std::size_t at = text.find(replacement); at != std::string_view::npos;
         at = text.find(replacement, at + replacement.size()))
        ++count;
    return count;
}

std::int64_t first_number(std::string_view lines)
{
    std::int64_t number = 0;
    std::from_chars(lines.data(), lines.data() + lines.size(), number);
    return number;
}

void skip_lines(std::string_view& lines, std::int64_t count)
{
    for (; count > 0 && !lines.empty(); --count)
        lines.remove_prefix(end_of_line(lines) + newline.size());
}

}

// The lines of a match and before it belong to this match; those after it belong to the next match
// if it has them, too. The output never gets ahead of the input.
void join_lines(FileFindings& file)
{
    const std::string_view text = file.text;
    std::size_t joined = 0;
    std::int64_t begin_line = 0; // everything before it was written
    for (std::size_t index = 0; index < file.results.size(); ++index) {
        const Result& result = file.results[index];
        const std::size_t begin = index == 0 ? 0 : file.results[index - 1].end;
        std::string_view lines = text.substr(begin, result.end - begin);
        const std::int64_t first = first_number(lines);
        begin_line = std::max(begin_line, first);
        skip_lines(lines, begin_line - first);
        std::string_view rest;
        if (index + 1 < file.results.size()) {
            const std::int64_t next = first_number(text.substr(result.end));
            const std::int64_t end_line = std::max(next, result.line + 1);
            rest = lines;
            skip_lines(rest, end_line - begin_line);
            begin_line = end_line;
        }
        const std::size_t size = lines.size() - rest.size();
        std::memmove(file.text.data() + joined, lines.data(), size);
        joined += size;
    }
    file.text.resize(joined);
    file.is_final = true;
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
        if (line.kind.is_replaced)
            merged.replaced += count_replacements(line.rest);
    }
    return merged;
}

}
