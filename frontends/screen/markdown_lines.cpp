#include "frontends/screen/markdown_lines.hpp"

#include "frontends/screen/code_colours.hpp"
#include "frontends/screen/markdown_tree.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::screen {

Lines code_rows(const Line& line, std::size_t columns)
{
    if (line.max_columns() + 8 < columns || !has_own_mark(line.text()))
        return {of_stranger(line)};
    Lines rows = wrapped(line, columns);
    for (Line& row : rows)
        row = of_stranger(row);
    return rows;
}

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

// Draws the columns side by side.
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

// Returns a table with its columns side by side, or lines `header: value` if it is too wide for the
// terminal. Returns no lines if it has more than 200 rows or would not show all letters of its
// source (a row may have more cells than the header), or if it is too wide and has no rows.
static Lines table_lines(cmark_node* node, std::string_view source, const Layout& layout)
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

static std::vector<std::string_view> lines_in(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Lines plain_lines(std::string_view source, const Layout& layout, Style style)
{
    Lines rows;
    for (const std::string_view line : lines_in(source))
        for (const Line& row :
            wrapped({prose(line), style}, std::min(layout.columns, max_prose_columns)))
            rows.push_back(of_stranger(row));
    return rows;
}

namespace {

// Draws a tree, block by block.
class Drawing {
public:
    Drawing(std::string_view source, const Layout& layout)
        : source(source)
        , begins(line_begins(source))
        , layout(layout)
    {
    }

    Lines of(cmark_node* document)
    {
        children(document, {});
        return std::move(rows);
    }

private:
    // The text before the rows of a block.
    struct Prefix {
        Line first = {};
        Line others = {};
    };

    void put(const Line& content, Prefix& prefix)
    {
        const std::size_t most = std::min(layout.columns, max_prose_columns);
        const std::size_t taken = prefix.others.max_columns();
        const bool has_room = taken + 12 <= most;
        Line all = has_room ? Line() : prefix.first; // keeps its number
        all.add(content);
        for (const Line& row : wrapped(all, has_room ? most - taken : most)) {
            Line whole = has_room ? prefix.first : Line();
            whole.add(row);
            rows.push_back(of_stranger(whole));
            prefix.first = prefix.others;
        }
    }

    void children(cmark_node* parent, Prefix prefix)
    {
        const bool is_item = cmark_node_get_type(parent) == CMARK_NODE_ITEM;
        for (cmark_node* node = cmark_node_first_child(parent); node != nullptr;
             node = cmark_node_next(node)) {
            const bool is_nested_list = is_item && cmark_node_get_type(node) == CMARK_NODE_LIST;
            if (cmark_node_previous(node) != nullptr && !is_nested_list)
                rows.push_back(prefix.others.text().find('>') == std::string::npos
                        ? Line()
                        : of_stranger(prefix.others));
            block(node, prefix);
            prefix.first = prefix.others;
        }
        if (cmark_node_first_child(parent) == nullptr && !prefix.first.empty())
            put_own(prefix.first);
    }

    void block(cmark_node* node, Prefix& prefix)
    {
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_PARAGRAPH)
            return inlines(node, {}, prefix);
        if (type == CMARK_NODE_HEADING)
            return inlines(node, layout.palette.of(Role::heading), prefix);
        if (type == CMARK_NODE_CODE_BLOCK)
            return code(node, prefix);
        if (type == CMARK_NODE_HTML_BLOCK)
            return text(cmark_node_get_literal(node), prefix);
        if (type == CMARK_NODE_BLOCK_QUOTE)
            return quote(node, prefix);
        if (type == CMARK_NODE_LIST)
            return list(node, prefix);
        if (type == CMARK_NODE_THEMATIC_BREAK)
            return put({"────────", layout.palette.of(Role::dim)}, prefix);
        if (std::string_view(cmark_node_get_type_string(node)) == "table")
            return table(node, prefix);
        children(node, prefix);
    }

    void inlines(cmark_node* node, Style style, Prefix& prefix)
    {
        for (const Line& line : inline_lines(node, style, layout.palette))
            put(line, prefix);
    }

    void text(std::string_view literal, Prefix& prefix)
    {
        for (const std::string_view line : lines_in(literal))
            put({prose(line)}, prefix);
    }

    // Draws code from column 1 on, whatever contains it, so that a selection is only code. The
    // marks of the item and the language are in the line before.
    void code(cmark_node* node, Prefix& prefix)
    {
        const char* info = cmark_node_get_fence_info(node);
        const std::string_view words(info == nullptr ? "" : info);
        Line heading = prefix.first == prefix.others ? Line() : prefix.first;
        heading.add(prose(words), layout.palette.of(Role::dim));
        if (!heading.empty())
            put_own(heading);
        CodeColours colours(words.substr(0, words.find(' ')), layout.palette);
        for (const std::string_view line : lines_in(cmark_node_get_literal(node)))
            for (Line& row : code_rows(colours.line(prose(line)), layout.columns))
                rows.push_back(std::move(row));
    }

    void put_own(const Line& line)
    {
        for (const Line& row : wrapped(line, std::min(layout.columns, max_prose_columns)))
            rows.push_back(of_stranger(row));
    }

    void quote(cmark_node* node, const Prefix& prefix)
    {
        Prefix inner = prefix;
        inner.first.add("> ", layout.palette.of(Role::dim));
        inner.others.add("> ", layout.palette.of(Role::dim));
        children(node, inner);
    }

    void list(cmark_node* node, Prefix& prefix)
    {
        for (cmark_node* item = cmark_node_first_child(node); item != nullptr;
             item = cmark_node_next(item)) {
            const SafeText mark = mark_of(item);
            Prefix inner = prefix;
            inner.first.add(mark);
            inner.others.add(spaces(mark.bytes().size()));
            children(item, inner);
            prefix.first = prefix.others;
        }
    }

    // Returns the mark of an item; its number is that of the source.
    SafeText mark_of(cmark_node* item) const
    {
        const std::string_view rest = source_at(item);
        std::size_t digits = 0;
        while (digits < std::min<std::size_t>(rest.size(), 9) && rest[digits] >= '0'
            && rest[digits] <= '9')
            ++digits;
        SafeText mark = digits > 0 ? prose(rest.substr(0, digits + 1)) + " " : SafeText("- ");
        if (std::string_view(cmark_node_get_type_string(item)) == "tasklist")
            mark += cmark_gfm_extensions_get_tasklist_item_checked(item) ? SafeText("[x] ")
                                                                         : SafeText("[ ] ");
        return mark;
    }

    std::string_view source_at(cmark_node* node) const
    {
        const auto line = static_cast<std::size_t>(std::max(1, cmark_node_get_start_line(node)));
        const auto column
            = static_cast<std::size_t>(std::max(1, cmark_node_get_start_column(node)));
        return source.substr(
            std::min(begins[std::min(line, begins.size()) - 1] + column - 1, source.size()));
    }

    void table(cmark_node* node, Prefix& prefix)
    {
        const auto first = static_cast<std::size_t>(std::max(1, cmark_node_get_start_line(node)));
        const auto last = static_cast<std::size_t>(std::max(1, cmark_node_get_end_line(node)));
        const std::size_t begin = begins[std::min(first, begins.size()) - 1];
        const std::size_t end = last < begins.size() ? begins[last] : source.size();
        const std::string_view own = source.substr(begin, end - begin);
        if (layout.tables == Tables::as_source)
            return text(own, prefix);
        const Lines drawn = table_lines(node, own,
            {layout.columns - std::min(layout.columns, prefix.others.max_columns()),
                layout.palette});
        if (drawn.empty())
            return text(own, prefix);
        for (const Line& line : drawn) {
            Line row = prefix.first;
            row.add(line);
            rows.push_back(of_stranger(row));
            prefix.first = prefix.others;
        }
    }

    std::string_view source;
    std::vector<std::size_t> begins;
    const Layout& layout;
    Lines rows;
};

}

Lines markdown_lines(std::string_view source, const Layout& layout)
{
    const MarkdownTree tree = parse_markdown(source);
    return Drawing(source, layout).of(tree.get());
}

}
