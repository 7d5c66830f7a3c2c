#include "frontends/screen/list_rows.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t indent = 2;
static constexpr std::size_t min_name = 12;
static constexpr std::size_t min_note = 24;
static constexpr std::size_t max_spread = 91;
static constexpr std::size_t narrow = 40; // columns
static constexpr std::size_t wide = 70;

static std::size_t size_of(const SafeText& text) { return max_columns_of(text.bytes()); }

static std::string folded(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return result;
}

static std::vector<std::string> words_in(std::string_view letters)
{
    std::vector<std::string> words;
    const std::string text = folded(letters);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at)
            words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

bool has_words(const ListRow& row, std::string_view letters)
{
    std::string text;
    for (const SafeText& cell : row.cells)
        text += folded(cell.bytes()) + "\n";
    const std::vector<std::string> words = words_in(letters);
    return std::all_of(words.begin(), words.end(),
        [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

SafeText without_end(const SafeText& text, std::size_t columns)
{
    if (size_of(text) <= columns)
        return text;
    return prose(cut({text}, columns + 1).text());
}

SafeText without_beginning(const SafeText& path, std::size_t columns)
{
    if (size_of(path) <= columns)
        return path;
    const std::string& bytes = path.bytes();
    for (std::size_t at = bytes.find('/', 1); at < bytes.size(); at = bytes.find('/', at + 1))
        if (at + 1 < bytes.size() && size_of(path.part(at)) + 1 <= columns)
            return SafeText("…") + path.part(at);
    std::size_t at = 0;
    while (at < bytes.size() && size_of(path.part(at)) + 1 > columns)
        at += first_cluster(std::string_view(bytes).substr(at)).size;
    return SafeText("…") + path.part(at);
}

std::size_t first_shown(std::size_t chosen, std::size_t count)
{
    return chosen < count || count == 0 ? 0 : chosen - count + 1;
}

namespace {

// The columns of a list and the drawing of its rows.
class ListTable {
public:
    ListTable(const std::vector<const ListRow*>& rows, const ListLayout& layout,
        std::size_t columns, const Palette& palette)
        : layout(layout)
        , columns(columns)
        , palette(palette)
        , gap(columns >= wide ? 3 : 2)
        , words(words_in(layout.letters))
    {
        for (const ListRow* row : rows)
            measure(*row);
        fit();
    }

    Line line(const ListRow& row, bool is_chosen) const
    {
        Line line {spaces(indent)};
        bool is_first = true;
        const auto put = [&](SafeText text, std::size_t size, bool is_right) {
            if (!std::exchange(is_first, false))
                add(line, spaces(gap), {}, is_chosen);
            const SafeText padding = spaces(size - std::min(size, size_of(text)));
            add(line, is_right ? padding + text : text + padding, {}, is_chosen);
        };
        if (action > 0)
            put(row.action, action, false);
        for (std::size_t at = 0; at < sizes.size(); ++at) {
            if (sizes[at] == 0)
                continue;
            const SafeText cell = at < row.cells.size() ? row.cells[at] : SafeText();
            const auto shorter
                = layout.is_path && at == layout.name ? without_beginning : without_end;
            put(shorter(cell, sizes[at]), sizes[at], layout.spreads && at > layout.name);
        }
        if (!row.note.empty() && columns >= narrow) {
            add(line, spaces(gap), {}, is_chosen);
            add(line, row.note, palette.of(row.warns ? Role::warning : Role::dim), is_chosen);
        }
        return cut(without_padding(std::move(line)), columns);
    }

private:
    void measure(const ListRow& row)
    {
        action = std::max(action, size_of(row.action));
        sizes.resize(std::max(sizes.size(), row.cells.size()));
        for (std::size_t at = 0; at < row.cells.size(); ++at)
            if (columns >= narrow || at == layout.name)
                sizes[at] = std::max(sizes[at], size_of(row.cells[at]));
        note = std::max(note, std::min(size_of(row.note), min_note));
    }

    // Returns the columns of everything but the name.
    std::size_t others() const
    {
        std::size_t sum = indent + (action > 0 ? action + gap : 0);
        for (std::size_t at = 0; at < sizes.size(); ++at)
            if (at != layout.name && sizes[at] > 0)
                sum += sizes[at] + gap;
        return sum + (note > 0 && columns >= narrow ? note + gap : 0);
    }

    // Drops cells after the name, from the right, until the name has room, and sets its size.
    void fit()
    {
        if (layout.name >= sizes.size())
            return;
        const std::size_t room = layout.spreads ? std::min(columns - 1, max_spread) : columns - 1;
        std::size_t& name = sizes[layout.name];
        const std::size_t least = std::min(name, min_name);
        for (std::size_t at = sizes.size(); at > layout.name + 1 && others() + least > room;)
            sizes[--at] = 0;
        const std::size_t left = room - std::min(room, others());
        name = layout.spreads ? left : std::min(name, left);
        name = std::max<std::size_t>(name, 1);
    }

    // Adds a text with the letters of the filter bold.
    void add(Line& line, const SafeText& text, Style style, bool is_chosen) const
    {
        style.reverse = is_chosen;
        const std::string found = folded(text.bytes());
        std::vector<bool> is_bold(found.size());
        for (const std::string& word : words)
            for (std::size_t at = found.find(word); at < found.size();
                 at = found.find(word, at + word.size()))
                std::fill_n(is_bold.begin() + static_cast<std::ptrdiff_t>(at), word.size(), true);
        for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
            while (end < found.size() && is_bold[end] == is_bold[begin])
                ++end;
            Style part = style;
            part.bold = part.bold || is_bold[begin];
            line.add(text.part(begin, end - begin), part);
        }
    }

    // Removes spaces at the end.
    static Line without_padding(Line line)
    {
        while (!line.spans.empty()) {
            SafeText& last = line.spans.back().text;
            const std::size_t end = last.bytes().find_last_not_of(' ') + 1;
            if (end > 0) {
                last = last.part(0, end);
                break;
            }
            line.spans.pop_back();
        }
        return line;
    }

    const ListLayout& layout;
    std::size_t columns;
    const Palette& palette;
    std::size_t gap;
    std::vector<std::string> words;
    std::size_t action = 0; // columns
    std::size_t note = 0; // columns that are kept for notes
    std::vector<std::size_t> sizes; // columns of the cells; 0: not shown
};

}

Lines list_lines(const std::vector<const ListRow*>& rows, const ListLayout& layout,
    std::size_t columns, const Palette& palette)
{
    const ListTable table(rows, layout, columns, palette);
    Lines lines;
    const std::size_t end = std::min(layout.first + layout.count, rows.size());
    for (std::size_t at = layout.first; at < end; ++at)
        lines.push_back(table.line(*rows[at], at == layout.chosen));
    return lines;
}

}
