#include "answer_writer.hpp"
#include "line.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/text/text.hpp"

#include <array>
#include <charconv>
#include <optional>

namespace fs_search {

using namespace toolkit;

namespace {

// Maximum number of lines of one match; a class such as [^x] can match a whole file.
constexpr std::int64_t max_lines = 50;

void append_number(std::string& json, std::int64_t number)
{
    std::array<char, 20> digits {};
    const auto end = std::to_chars(digits.begin(), digits.end(), number);
    json.append(digits.begin(), end.ptr);
}

// Appends `first` and the text as in a JSON string without quotes. `first` overwrites the opening
// quote, so that nothing has to be moved.
void append_escaped(std::string& json, char first, std::string_view text)
{
    const std::size_t begin = json.size();
    json::append_literal(json, text);
    json[begin] = first;
    json.pop_back();
}

}

std::string path_member(std::string_view path)
{
    std::string member = "\"path\":";
    json::append_literal(member, toolkit::text::printable(path));
    if (!toolkit::text::is_utf8(path)) {
        member += ",\"pathBase64\":";
        json::append_literal(member, toolkit::text::base64_encode(path));
    }
    return member;
}

void Entries::begin(std::string_view file)
{
    text.clear();
    results.clear();
    path = file;
    last_line = 0;
    is_final = is_plain = true;
}

void Entries::add(const Match& match)
{
    const auto lines_before = static_cast<std::int64_t>(match.before.size());
    // Lines that were written twice become one in the answer.
    is_final = is_final && match.before.empty() && match.after.empty() && match.line > last_line;
    add_around(match.line - lines_before, match.before);
    std::int64_t number = match.line;
    for (std::size_t begin = 0;; ++number) {
        const std::size_t end = line_end(match.lines, begin);
        const bool is_first = number == match.line;
        const bool is_last = end == match.lines.size();
        const bool is_cut = !is_last && number - match.line + 1 == max_lines;
        const std::size_t position = is_first ? match.position : 0;
        const Preview preview = preview_around(match.lines.substr(begin, end - begin), position);
        add_line(number, preview.text, {.is_clipped = preview.is_clipped || is_cut},
            static_cast<std::int64_t>(position) + 1);
        if (is_last)
            break;
        if (is_cut) {
            number += static_cast<std::int64_t>(count_newlines(match.lines.substr(end)));
            break;
        }
        begin = end + 1;
    }
    is_plain = is_plain && number == match.line;
    add_around(number + 1, match.after);
    results.push_back({text.size(), match.line});
}

void Entries::add_around(std::int64_t first, const std::vector<std::string_view>& lines)
{
    for (const auto& line : lines) {
        const Preview preview = preview_around(line, 0);
        add_line(first++, preview.text, {.is_match = false, .is_clipped = preview.is_clipped}, 0);
    }
}

void Entries::add_line(
    std::int64_t number, std::string_view line, LineKind kind, std::int64_t column)
{
    std::optional<toolkit::text::Readable> other;
    if (!toolkit::text::is_utf8(line)) {
        other = toolkit::text::readable(line);
        kind.is_encoded = !other;
        kind.is_replaced = other.has_value();
    }
    is_plain = is_plain && !kind.is_encoded && !kind.is_clipped && !kind.is_replaced;
    last_line = number;
    append_number(text, number);
    char before_line = kind.letter();
    if (has_columns && kind.is_match) {
        text += before_line;
        append_number(text, column);
        before_line = ':';
    }
    if (kind.is_encoded)
        (text += before_line) += toolkit::text::base64_encode(line);
    else
        append_escaped(text, before_line, other ? std::string_view(other->text) : line);
    text += "\\n";
}

void Entries::add_file()
{
    const bool is_text = toolkit::text::is_utf8(path);
    if (is_text)
        json::append_literal(text, path);
    else
        text.append("{").append(path_member(path)).append("}");
    results.push_back({text.size()});
}

void Entries::add_count(std::int64_t count)
{
    text.append("{").append(path_member(path)).append(",\"count\":");
    append_number(text, count);
    text += '}';
    results.push_back({text.size()});
}

FileFindings Entries::take()
{
    FileFindings taken {path, text, results, is_final && is_plain, is_plain};
    text.clear();
    results.clear();
    is_final = is_plain = true;
    return taken;
}

}
