#include "frontends/screen/line.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/picture.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::screen {

static constexpr std::array<std::string_view, 5> own_marks {"▸", "✓", "✗", "◆", "❯"};

void Line::add_span(const Span& span)
{
    if (span.text.empty())
        return;
    if (!spans.empty() && spans.back().style == span.style && spans.back().link == span.link)
        spans.back().text += span.text;
    else
        spans.push_back(span);
}

void Line::add(const Line& more)
{
    for (const Span& span : more.spans)
        add_span(span);
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
    if (line.picture)
        return line.picture->bytes();
    std::string bytes;
    for (const Span& span : line.spans) {
        const bool is_link = palette.has_links && !span.link.empty();
        if (is_link)
            bytes += "\033]8;;" + span.link.bytes() + "\a";
        const std::string begin = palette.begin_of(span.style);
        bytes += begin + span.text.bytes();
        if (!begin.empty())
            bytes += sgr_end;
        if (is_link)
            bytes += "\033]8;;\a";
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
            result.add_span({part, span.style, span.link});
            column += width_of(part.bytes());
            if (tab < bytes.size()) {
                result.add_span({spaces(8 - column % 8), span.style, span.link});
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
    enum class LongWords { broken, kept };

    Wrapping(std::size_t columns, std::size_t indent, LongWords long_words)
        : room(std::max<std::size_t>(columns, 3) - 1)
        , indent(indent + 2 <= room ? indent : 0)
        , keeps_words(long_words == LongWords::kept)
    {
    }

    Lines of(const Line& line)
    {
        const std::string text = line.text();
        std::size_t begin = 0; // of the letter, in the text of the line
        for (const Span& span : line.spans)
            for (std::size_t at = 0; at < span.text.bytes().size();) {
                const std::string_view rest = std::string_view(span.text.bytes()).substr(at);
                const Cluster cluster = first_cluster(rest);
                if (std::string_view(text).substr(0, begin).ends_with(separator))
                    begin_part(std::string_view(text).substr(begin));
                add({span.text.part(at, cluster.size), span.style, span.link}, cluster.most);
                at += cluster.size;
                begin += cluster.size;
            }
        end_word();
        if (used > indent || rows.empty())
            rows.push_back(std::move(row));
        return std::move(rows);
    }

private:
    static constexpr std::string_view separator = " · ";

    // Begins a row if that keeps the part, up to the next separator, on one row.
    void begin_part(std::string_view rest)
    {
        const std::size_t end = rest.find(separator);
        const std::size_t size
            = end == std::string_view::npos ? rest.size() : end + separator.size() - 1;
        const std::size_t columns = max_columns_of(rest.substr(0, size));
        if (used == indent || used + gap_columns + columns <= room || columns > room - indent)
            return;
        gap = {};
        gap_columns = 0;
        end_row();
    }

    void add(const Span& letter, std::size_t columns)
    {
        if (letter.text.bytes() == " ") {
            end_word();
            gap.add_span(letter);
            ++gap_columns;
            return;
        }
        if (columns > room - indent)
            return add({"\xef\xbf\xbd", letter.style}, 1); // a cluster wider than a row
        if (word_columns + columns > room - indent && !keeps_words)
            break_word();
        const bool ends_part = letter.text.bytes() == "-" && ends_with_letter(word);
        word.add_span(letter);
        word_columns += columns;
        if (ends_part) {
            to_hyphen.add(std::exchange(word, {}));
            hyphen_columns = word_columns;
        }
        if (columns > 1) // ideographs have no spaces between them
            end_word();
    }

    static bool ends_with_letter(const Line& part)
    {
        return !part.empty() && !part.spans.back().text.bytes().ends_with('-');
    }

    // Ends a word that does not fit in a row, after its last hyphen.
    void break_word()
    {
        if (hyphen_columns == 0)
            return end_word();
        const Line rest = std::exchange(word, {});
        const std::size_t rest_columns = word_columns - hyphen_columns;
        word_columns = hyphen_columns;
        end_word();
        word = rest;
        word_columns = rest_columns;
    }

    void end_word()
    {
        if (word_columns == 0)
            return;
        to_hyphen.add(word);
        if (used > indent && used + gap_columns + word_columns > room)
            end_row();
        else if ((used > indent || rows.empty()) && used + gap_columns + word_columns <= room) {
            row.add(gap);
            used += gap_columns;
        }
        row.add(to_hyphen);
        used += word_columns;
        if (used > room) {
            row.is_verbatim = true;
            end_row();
        }
        word = gap = to_hyphen = {};
        word_columns = gap_columns = hyphen_columns = 0;
    }

    void end_row()
    {
        rows.push_back(std::exchange(row, {}));
        row.add(spaces(indent));
        used = indent;
    }

    std::size_t room;
    std::size_t indent;
    bool keeps_words; // that do not fit in a row
    Lines rows;
    Line row;
    Line to_hyphen; // the word up to its last hyphen
    Line word; // the rest of it
    Line gap; // the spaces before the word
    std::size_t used = 0;
    std::size_t word_columns = 0; // of the whole word
    std::size_t hyphen_columns = 0; // of `to_hyphen`
    std::size_t gap_columns = 0;
};

}

Lines wrapped(const Line& line, std::size_t columns, std::size_t indent)
{
    return Wrapping(columns, indent, Wrapping::LongWords::broken).of(without_tabs(line));
}

Lines filled(const Line& line, std::size_t columns)
{
    if (has_own_mark(line.text()))
        return wrapped(line, columns);
    return Wrapping(columns, 0, Wrapping::LongWords::kept).of(without_tabs(line));
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
        result.add_span({span.text.part(0, size), span.style, span.link});
        if (size < span.text.bytes().size())
            break;
    }
    result.add("…", result.empty() ? Style {} : result.spans.back().style);
    return result;
}

SafeText link_to(const SafeText& address)
{
    static constexpr std::size_t longest = 2000; // bytes
    const std::string_view bytes = address.bytes();
    const std::size_t scheme = bytes.starts_with("https://") ? 8
        : bytes.starts_with("http://")                       ? 7
                                                             : 0;
    const std::string_view host = bytes.substr(scheme, bytes.find_first_of("/?#", scheme) - scheme);
    const bool is_plain = std::all_of(
        bytes.begin(), bytes.end(), [](char byte) { return byte > ' ' && byte <= '~'; });
    if (scheme == 0 || host.empty() || host.find('@') != std::string_view::npos || !is_plain
        || bytes.size() > longest)
        return {};
    return address;
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
        rest.add_span({span.text.part(at), span.style, span.link});
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
