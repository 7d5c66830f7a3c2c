#include "frontends/screen/list_rows.hpp"

#include "frontends/screen/characters.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t indent = 2;
static constexpr std::size_t min_name = 12;
static constexpr std::size_t max_narrow_usage = 12;
static constexpr std::size_t min_note = 24;
static constexpr std::size_t max_spread = 91;
static constexpr std::size_t min_columns = 40;
static constexpr std::size_t min_wide = 70; // columns

static std::size_t size_of(const SafeText& text) { return max_columns_of(text.bytes()); }

static std::vector<std::string> words_in(std::string_view letters)
{
    std::vector<std::string> words;
    const std::string text = toolkit::text::in_lower_case(letters);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at)
            words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

static std::vector<bool> bytes_from(
    const std::string& name, std::size_t begin, const std::string& letters)
{
    std::vector<bool> matched(name.size());
    std::size_t count = 0;
    for (std::size_t at = begin; at < name.size() && count < letters.size(); ++at)
        if (name[at] == letters[count]) {
            matched[at] = true;
            ++count;
        }
    return count == letters.size() ? matched : std::vector<bool>();
}

std::vector<bool> matched_bytes(std::string_view name, std::string_view letters)
{
    const std::string text = toolkit::text::in_lower_case(name);
    const std::string wanted = toolkit::text::in_lower_case(letters);
    const std::string_view body = std::string_view(text).substr(0, text.size() - 1);
    const std::size_t last_part = text.empty() ? 0 : body.rfind('/') + 1;
    for (const std::size_t begin : {text.find(wanted, last_part), text.find(wanted)})
        if (begin != std::string::npos) {
            std::vector<bool> matched(text.size());
            std::fill_n(matched.begin() + static_cast<std::ptrdiff_t>(begin), wanted.size(), true);
            return matched;
        }
    for (const std::size_t begin : {last_part, std::size_t {0}})
        if (auto matched = bytes_from(text, begin, wanted); !matched.empty())
            return matched;
    return std::vector<bool>(text.size());
}

bool has_words(const ListRow& row, std::string_view letters)
{
    std::string text;
    for (const SafeText& cell : row.cells)
        text += toolkit::text::in_lower_case(cell.bytes()) + "\n";
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
        , gap(columns >= min_wide ? 3 : 2)
        , words(words_in(layout.letters))
    {
        for (const ListRow* row : rows)
            measure(*row);
        if (layout.name < sizes.size() && layout.kept < sizes.size())
            fit();
    }

    Line line(const ListRow& row, bool is_chosen) const
    {
        Line line {spaces(indent)};
        if (action > 0) {
            const std::size_t size = std::min(action, size_of(row.action));
            add(line, row.action + spaces(action - size), {}, is_chosen);
        }
        bool is_first = action == 0;
        for (std::size_t at = 0; at < sizes.size(); ++at) {
            if (sizes[at] == 0)
                continue;
            if (!std::exchange(is_first, false))
                add(line, spaces(gap), {}, is_chosen);
            const SafeText cell = at < row.cells.size() ? row.cells[at] : SafeText();
            const SafeText shown = layout.is_path && at == layout.name
                ? without_beginning(cell, sizes[at])
                : without_end(cell, sizes[at]);
            const SafeText padding = spaces(sizes[at] - std::min(sizes[at], size_of(shown)));
            const bool is_right = layout.spreads && at > layout.name;
            Style style = layout.is_fuzzy && at > 0 ? palette.of(Role::dim) : Style();
            style.reverse = is_chosen;
            if (is_right)
                add(line, padding, {}, is_chosen);
            if (layout.is_fuzzy && at > 0)
                line.add(shown, style);
            else
                add_letters(line, shown, style);
            if (!is_right)
                add(line, padding, {}, is_chosen);
        }
        if (!row.note.empty() && columns >= min_columns) {
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
            if (columns >= min_columns || at == layout.kept)
                sizes[at] = std::max(sizes[at], size_of_cell(row, at));
        note = std::max(note, std::min(size_of(row.note), min_note));
    }

    // Returns the columns that a cell wants: in a narrow window what follows a command, which is
    // between its name and its help, has to leave room for the help.
    std::size_t size_of_cell(const ListRow& row, std::size_t at) const
    {
        const std::size_t size = size_of(row.cells[at]);
        const bool is_usage = layout.is_fuzzy && at == 1 && row.cells.size() > 2;
        if (is_usage && columns < min_wide)
            return std::min(size, max_narrow_usage);
        return layout.is_fuzzy && at == 0 ? std::max(size, min_name) : size;
    }

    // Returns the columns of everything but the name.
    std::size_t others(std::size_t name) const
    {
        std::size_t sum = indent + (action > 0 ? action + gap : 0);
        for (std::size_t at = 0; at < sizes.size(); ++at)
            if (at != name && sizes[at] > 0)
                sum += sizes[at] + gap;
        return sum + (note > 0 && columns >= min_columns ? note + gap : 0);
    }

    // Drops cells after the name, from the right, until the name has room, and sets its size.
    void fit()
    {
        const std::size_t index = sizes[layout.name] > 0 ? layout.name : layout.kept;
        const std::size_t room = layout.spreads ? std::min(columns - 1, max_spread) : columns - 1;
        std::size_t& name = sizes[index];
        const std::size_t least = std::min(name, min_name);
        for (std::size_t at = sizes.size(); at > index + 1 && others(index) + least > room;)
            sizes[--at] = 0;
        const std::size_t left = room - std::min(room, others(index));
        name = layout.spreads ? left : std::min(name, left);
        name = std::max<std::size_t>(name, 1);
    }

    // Returns which bytes of a text are letters of the filter.
    std::vector<bool> bold_bytes(const std::string& text) const
    {
        if (layout.is_fuzzy)
            return matched_bytes(text, layout.letters);
        const std::string searched = toolkit::text::in_lower_case(text);
        std::vector<bool> is_bold(text.size());
        for (const std::string& word : words)
            for (std::size_t at = searched.find(word); at < searched.size();
                 at = searched.find(word, at + word.size()))
                std::fill_n(is_bold.begin() + static_cast<std::ptrdiff_t>(at), word.size(), true);
        return is_bold;
    }

    static void add(Line& line, const SafeText& text, Style style, bool is_chosen)
    {
        style.reverse = is_chosen;
        line.add(text, style);
    }

    // Adds a text with the letters of the filter bold.
    void add_letters(Line& line, const SafeText& text, Style style) const
    {
        const std::vector<bool> is_bold = bold_bytes(text.bytes());
        for (std::size_t begin = 0, end = 0; begin < is_bold.size(); begin = end) {
            while (end < is_bold.size() && is_bold[end] == is_bold[begin])
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
