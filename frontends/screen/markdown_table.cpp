#include "frontends/screen/markdown_table.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/markdown_tree.hpp"

#include <cmark-gfm-core-extensions.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace frontends::screen {

static constexpr std::size_t max_table_rows = 200;
static constexpr std::size_t max_lines_of_row = 8;
static constexpr std::size_t max_least_width = 12;
static constexpr std::size_t between_columns = 3; // " │ "

namespace {

struct Table {
    std::vector<Lines> rows; // of cells, one line each; the first row is the header
    std::vector<std::uint8_t> alignments; // 'l', 'c', 'r' or 0
};

using Widths = std::vector<std::size_t>; // of the columns

Table read_table(cmark_node* node, const Palette& palette)
{
    Table table;
    const std::size_t columns = cmark_gfm_extensions_get_table_columns(node);
    const std::uint8_t* alignments = cmark_gfm_extensions_get_table_alignments(node);
    table.alignments.assign(alignments, alignments + columns);
    for (cmark_node* row = cmark_node_first_child(node); row != nullptr;
         row = cmark_node_next(row)) {
        Lines cells;
        const Style style = table.rows.empty() ? palette.of(Role::heading) : Style();
        for (cmark_node* cell = cmark_node_first_child(row); cell != nullptr;
             cell = cmark_node_next(cell))
            cells.push_back(inline_lines(cell, style, palette).front());
        cells.resize(columns);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::string letters_of_table(const Table& table)
{
    std::string text;
    for (const Lines& row : table.rows)
        for (const Line& cell : row)
            text += cell.text();
    return letters_of(text);
}

// Returns the widths of the longest cells, by the widest that any terminal shows.
Widths natural_widths(const Table& table)
{
    Widths widths(table.alignments.size(), 1);
    for (const Lines& row : table.rows)
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], row[column].max_columns());
    return widths;
}

bool is_numeric(const std::string& cell)
{
    return cell.find_first_of("0123456789") != std::string::npos
        && cell.find_first_not_of("0123456789.,+-%$ ") == std::string::npos;
}

// Returns the smallest width of a column that keeps the cell's words, up to 12 columns, or its
// number.
std::size_t least_width(const Line& cell)
{
    const std::string text = cell.text();
    if (is_numeric(text))
        return cell.max_columns();
    std::size_t longest = 1;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        longest
            = std::max(longest, max_columns_of(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return std::min(longest, max_least_width);
}

// Returns widths whose sum is at most `room`; none if the words do not fit.
Widths shared_widths(const Table& table, const Widths& natural, std::size_t room)
{
    Widths widths(natural.size(), 1);
    for (const Lines& row : table.rows)
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], least_width(row[column]));
    std::size_t least = std::accumulate(widths.begin(), widths.end(), std::size_t {0});
    if (least > room)
        return {};
    // A short column is not broken for the sake of a long one.
    for (std::size_t column = 0; column < widths.size(); ++column)
        if (const std::size_t more = natural[column] - std::min(natural[column], widths[column]);
            natural[column] <= room / widths.size() && least + more <= room) {
            widths[column] += more;
            least += more;
        }
    const std::size_t wanted = std::accumulate(natural.begin(), natural.end(), std::size_t {0});
    std::size_t rest = room - least;
    std::size_t missing = wanted - std::min(wanted, least);
    for (std::size_t column = 0; column < widths.size() && missing > 0; ++column) {
        const std::size_t own = natural[column] - std::min(natural[column], widths[column]);
        const std::size_t share = std::min(own, rest * own / missing);
        widths[column] += share;
        rest -= share;
        missing -= own;
    }
    return widths;
}

// Draws rows whose cells are wrapped to the widths of their columns.
class TableDrawing {
public:
    TableDrawing(const Table& table, const Widths& widths, const Palette& palette)
        : table(table)
        , widths(widths)
        , dim(palette.of(Role::dim))
    {
    }

    // Returns no lines if a row needs more than 8.
    Lines lines()
    {
        std::vector<std::vector<Lines>> rows;
        rows.reserve(table.rows.size());
        bool is_wrapped = false;
        for (const Lines& row : table.rows) {
            rows.push_back(cells_of(row));
            const std::size_t height = height_of(rows.back());
            if (height > max_lines_of_row)
                return {};
            is_wrapped = is_wrapped || height > 1;
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (row > 1 && is_wrapped)
                put(std::vector<Lines>(widths.size()), 0);
            for (std::size_t line = 0; line < height_of(rows[row]); ++line)
                put(rows[row], line);
            if (row == 0)
                put_rule();
        }
        return std::move(drawn);
    }

private:
    std::vector<Lines> cells_of(const Lines& row) const
    {
        std::vector<Lines> cells;
        cells.reserve(widths.size());
        for (std::size_t column = 0; column < widths.size(); ++column)
            cells.push_back(wrapped(row[column], widths[column] + 1));
        return cells;
    }

    static std::size_t height_of(const std::vector<Lines>& cells)
    {
        std::size_t height = 1;
        for (const Lines& cell : cells)
            height = std::max(height, cell.size());
        return height;
    }

    void put(const std::vector<Lines>& cells, std::size_t at)
    {
        Line line;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (column > 0)
                line.add(" │ ", dim);
            const Line& part = at < cells[column].size() ? cells[column][at] : Line();
            const std::size_t gap = widths[column] - std::min(widths[column], part.width());
            const std::uint8_t alignment = table.alignments[column];
            const std::size_t before = alignment == 'r' ? gap : alignment == 'c' ? gap / 2 : 0;
            line.add(spaces(before));
            line.add(part);
            if (column + 1 < widths.size())
                line.add(spaces(gap - before));
        }
        drawn.push_back(std::move(line));
    }

    void put_rule()
    {
        Line rule;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (column > 0)
                rule.add("─┼─", dim);
            for (std::size_t count = 0; count < widths[column]; ++count)
                rule.add("─", dim);
        }
        drawn.push_back(std::move(rule));
    }

    const Table& table;
    const Widths& widths;
    Style dim;
    Lines drawn;
};

Lines header_and_value(const Table& table, std::size_t columns)
{
    Lines lines;
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        if (row > 1)
            lines.emplace_back();
        for (std::size_t column = 0; column < table.alignments.size(); ++column) {
            Line line = table.rows[0][column];
            line.add(": ");
            line.add(table.rows[row][column]);
            for (const Line& part : wrapped(line, std::min(columns, max_prose_columns), 2))
                lines.push_back(part);
        }
    }
    return lines;
}

}

Lines table_lines(cmark_node* node, std::string_view source, const Layout& layout)
{
    static constexpr std::size_t least_columns = 30; // of a table whose cells are wrapped
    const Table table = read_table(node, layout.palette);
    if (table.rows.size() > max_table_rows + 1 || letters_of_table(table) != letters_of(source)
        || table.alignments.empty())
        return {};
    const std::size_t taken = between_columns * (table.alignments.size() - 1) + 1;
    const std::size_t room = layout.columns - std::min(layout.columns, taken);
    Widths widths = natural_widths(table);
    if (std::accumulate(widths.begin(), widths.end(), std::size_t {0}) > room)
        widths = layout.columns < least_columns ? Widths() : shared_widths(table, widths, room);
    if (!widths.empty())
        if (Lines drawn = TableDrawing(table, widths, layout.palette).lines(); !drawn.empty())
            return drawn;
    return header_and_value(table, layout.columns);
}

}
