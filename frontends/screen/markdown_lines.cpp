#include "frontends/screen/markdown_lines.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/code_colours.hpp"
#include "frontends/screen/markdown_table.hpp"
#include "frontends/screen/markdown_tree.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
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

// Returns where the rows of a line continue: below its second column, if it has one near its
// beginning ("/keys   list the keys") with room for some words, otherwise at its beginning.
static std::size_t hanging_indent(std::string_view line, std::size_t columns)
{
    static constexpr std::size_t max_indent = 40;
    static constexpr std::size_t min_room = 20;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = std::min(line.find("  ", begin), line.size());
    const std::size_t second = line.find_first_not_of(' ', gap);
    if (second == std::string_view::npos)
        return 0;
    const std::size_t indent = max_columns_of(line.substr(0, second));
    return indent <= max_indent && indent + min_room <= columns ? indent : 0;
}

Lines plain_lines(std::string_view source, const Layout& layout, Style style)
{
    Lines rows;
    const std::size_t columns = std::min(layout.columns, max_prose_columns);
    for (const std::string_view line : lines_in(source))
        for (const Line& row :
            wrapped({prose(line), style}, columns, hanging_indent(line, columns)))
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
        for (const Line& row : filled(all, has_room ? most - taken : most)) {
            Line whole = has_room ? prefix.first : Line();
            whole.add(row);
            whole.is_verbatim = row.is_verbatim;
            rows.push_back(of_stranger(std::move(whole)));
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

    // Draws code below the text of the item that contains it, so that a selection of code that is
    // in no item is only code. The marks of the item and the language are in the line before.
    void code(cmark_node* node, Prefix& prefix)
    {
        const char* info = cmark_node_get_fence_info(node);
        const std::string_view words(info == nullptr ? "" : info);
        if (!words.empty() || !(prefix.first == prefix.others)) {
            Line heading = prefix.first;
            heading.add(prose(words), layout.palette.of(Role::dim));
            put_own(heading);
        }
        CodeColours colours(words.substr(0, words.find(' ')), layout.palette);
        for (const std::string_view line : lines_in(cmark_node_get_literal(node))) {
            Line whole = prefix.others;
            whole.add(colours.line(prose(line)));
            whole.is_verbatim = true;
            for (Line& row : code_rows(whole, layout.columns))
                rows.push_back(std::move(row));
        }
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
