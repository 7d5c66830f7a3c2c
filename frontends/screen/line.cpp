#include "frontends/screen/line.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::screen {

static constexpr std::array<std::string_view, 5> own_marks {"▸", "✓", "✗", "◆", "❯"};

void Line::add(const SafeText& text, Style style)
{
    if (text.empty())
        return;
    if (!spans.empty() && spans.back().style == style)
        spans.back().text += text;
    else
        spans.push_back({text, style});
}

void Line::add(const Line& more)
{
    for (const Span& span : more.spans)
        add(span.text, span.style);
}

std::string Line::text() const
{
    std::string all;
    for (const Span& span : spans)
        all += span.text.bytes();
    return all;
}

std::size_t Line::width() const { return width_of(text()); }

std::size_t Line::max_columns() const { return max_columns_of(text()); }

std::string bytes_of(const Line& line, const Palette& palette)
{
    std::string bytes;
    for (const Span& span : line.spans) {
        const std::string begin = palette.begin_of(span.style);
        bytes += begin + span.text.bytes();
        if (!begin.empty())
            bytes += sgr_end;
    }
    return bytes;
}

Line without_tabs(const Line& line)
{
    Line result;
    result.is_verbatim = line.is_verbatim;
    std::size_t column = 0;
    for (const Span& span : line.spans) {
        std::size_t begin = 0;
        const std::string& bytes = span.text.bytes();
        for (std::size_t tab = 0; begin <= bytes.size(); begin = tab + 1) {
            tab = std::min(bytes.find('\t', begin), bytes.size());
            const SafeText part = span.text.part(begin, tab - begin);
            result.add(part, span.style);
            column += width_of(part.bytes());
            if (tab < bytes.size()) {
                result.add(spaces(8 - column % 8), span.style);
                column += 8 - column % 8;
            }
        }
    }
    return result;
}

namespace {

// Fills rows word by word.
class Wrapping {
public:
    Wrapping(std::size_t columns, std::size_t indent)
        : room(std::max<std::size_t>(columns, 3) - 1)
        , indent(indent + 2 <= room ? indent : 0)
    {
    }

    Lines of(const Line& line)
    {
        for (const Span& span : line.spans)
            for (std::size_t at = 0; at < span.text.bytes().size();) {
                const std::string_view rest = std::string_view(span.text.bytes()).substr(at);
                const Cluster cluster = first_cluster(rest);
                add(span.text.part(at, cluster.size), span.style, cluster.most);
                at += cluster.size;
            }
        end_word();
        rows.push_back(std::move(row));
        return std::move(rows);
    }

private:
    void add(const SafeText& letter, Style style, std::size_t columns)
    {
        if (letter.bytes() == " ") {
            end_word();
            gap.add(letter, style);
            ++gap_columns;
            return;
        }
        if (columns > room - indent)
            return add({"\xef\xbf\xbd"}, style, 1); // a cluster wider than a row
        if (word_columns + columns > room - indent)
            end_word();
        word.add(letter, style);
        word_columns += columns;
        if (columns > 1) // ideographs have no spaces between them
            end_word();
    }

    void end_word()
    {
        if (word_columns == 0)
            return;
        if (used + gap_columns + word_columns > room) {
            rows.push_back(std::exchange(row, {}));
            row.add(spaces(indent));
            used = indent;
        } else {
            row.add(gap);
            used += gap_columns;
        }
        row.add(word);
        used += word_columns;
        word = gap = {};
        word_columns = gap_columns = 0;
    }

    std::size_t room;
    std::size_t indent;
    Lines rows;
    Line row;
    Line word;
    Line gap; // the spaces before the word
    std::size_t used = 0;
    std::size_t word_columns = 0;
    std::size_t gap_columns = 0;
};

}

Lines wrapped(const Line& line, std::size_t columns, std::size_t indent)
{
    return Wrapping(columns, indent).of(without_tabs(line));
}

// Returns the size of the part of a text that fits into `room` columns, and reduces `room`.
static std::size_t fitting_bytes(std::string_view text, std::size_t& room)
{
    std::size_t size = 0;
    while (size < text.size()) {
        const Cluster cluster = first_cluster(text.substr(size));
        if (cluster.most > room)
            break;
        room -= cluster.most;
        size += cluster.size;
    }
    return size;
}

Line cut(const Line& line, std::size_t columns)
{
    Line flat = without_tabs(line);
    const std::size_t most = std::max<std::size_t>(columns, 2) - 1;
    if (flat.max_columns() <= most)
        return flat;
    Line result;
    std::size_t room = most - 1;
    for (const Span& span : flat.spans) {
        const std::size_t size = fitting_bytes(span.text.bytes(), room);
        result.add(span.text.part(0, size), span.style);
        if (size < span.text.bytes().size())
            break;
    }
    result.add("…", result.empty() ? Style {} : result.spans.back().style);
    return result;
}

std::string letters_of(std::string_view text)
{
    std::string letters;
    while (!text.empty()) {
        const Character character = first_character(text);
        if (is_letter_or_number(character.value))
            letters += text.substr(0, character.size);
        text.remove_prefix(character.size);
    }
    return letters;
}

Line rest_after_letters(const Line& line, std::size_t letters)
{
    Line rest;
    for (const Span& span : line.spans) {
        const std::string_view bytes = span.text.bytes();
        std::size_t at = 0;
        while (at < bytes.size()) {
            const Character character = first_character(bytes.substr(at));
            const bool is_letter = is_letter_or_number(character.value);
            if (letters == 0 && (is_letter || !rest.empty()))
                break;
            letters -= is_letter ? std::min(letters, character.size) : 0;
            at += character.size;
        }
        rest.add(span.text.part(at), span.style);
    }
    return rest;
}

bool has_own_mark(const std::string& text)
{
    return std::any_of(own_marks.begin(), own_marks.end(),
        [&](std::string_view mark) { return text.find(mark) != std::string::npos; });
}

Line of_stranger(Line line)
{
    const std::string text = line.text();
    const bool begins = std::any_of(own_marks.begin(), own_marks.end(),
        [&](std::string_view mark) { return text.starts_with(mark); });
    if (begins)
        line.spans.insert(line.spans.begin(), {spaces(2), {}});
    return line;
}

}
