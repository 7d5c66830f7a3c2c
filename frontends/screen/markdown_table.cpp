#include "frontends/screen/markdown_table.hpp"

#include "frontends/screen/markdown_inlines.hpp"

#include <cmark-gfm-core-extensions.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace frontends::screen {

static constexpr std::size_t max_table_rows = 200;

namespace {

struct Table {
    std::vector<Lines> rows; // of cells, one line each; the first row is the header
    std::vector<std::uint8_t> alignments; // 'l', 'c', 'r' or 0
};

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

// Side by side.
Lines drawn_rows(const Table& table, const std::vector<std::size_t>& widths, const Palette& palette)
{
    Lines lines;
    const Style dim = palette.of(Role::dim);
    for (const Lines& row : table.rows) {
        Line line;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (column > 0)
                line.add(" │ ", dim);
            const std::size_t gap = widths[column] - row[column].width();
            const std::uint8_t alignment = table.alignments[column];
            const std::size_t before = alignment == 'r' ? gap : alignment == 'c' ? gap / 2 : 0;
            line.add(spaces(before));
            line.add(row[column]);
            if (column + 1 < widths.size())
                line.add(spaces(gap - before));
        }
        lines.push_back(std::move(line));
        if (lines.size() > 1)
            continue;
        Line rule;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (column > 0)
                rule.add("─┼─", dim);
            for (std::size_t count = 0; count < widths[column]; ++count)
                rule.add("─", dim);
        }
        lines.push_back(std::move(rule));
    }
    return lines;
}

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
    const Table table = read_table(node, layout.palette);
    if (table.rows.size() > max_table_rows + 1 || letters_of_table(table) != letters_of(source))
        return {};
    std::vector<std::size_t> widths(table.alignments.size(), 1);
    std::size_t total = 3 * (widths.size() - std::min<std::size_t>(widths.size(), 1)) + 1;
    std::size_t at_most = total;
    for (std::size_t column = 0; column < widths.size(); ++column) {
        std::size_t most = 1;
        for (const Lines& row : table.rows) {
            widths[column] = std::max(widths[column], row[column].width());
            most = std::max(most, row[column].max_columns());
        }
        total += widths[column];
        at_most += most;
    }
    if (std::max(at_most, total) < layout.columns)
        return drawn_rows(table, widths, layout.palette);
    if (table.rows.size() < 2)
        return {};
    return header_and_value(table, layout.columns);
}

}
