#include "frontends/screen/markdown_inlines.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace frontends::screen {

static std::string_view view_of(const char* text) { return text == nullptr ? "" : text; }

// On one line.
static SafeText flat(const char* literal)
{
    std::string text(view_of(literal));
    std::replace(text.begin(), text.end(), '\n', ' ');
    return prose(text);
}

namespace {

class Inlines {
public:
    explicit Inlines(const Palette& palette)
        : palette(palette)
    {
    }

    Lines of(cmark_node* block, Style style)
    {
        children(block, style);
        return std::move(lines);
    }

private:
    void children(cmark_node* parent, Style style)
    {
        for (cmark_node* node = cmark_node_first_child(parent); node != nullptr;
             node = cmark_node_next(node))
            add(node, style);
    }

    void add(cmark_node* node, Style style)
    {
        Line& line = lines.back();
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_TEXT || type == CMARK_NODE_HTML_INLINE)
            return line.add(flat(cmark_node_get_literal(node)), style);
        if (type == CMARK_NODE_SOFTBREAK)
            return line.add(" ", style);
        if (type == CMARK_NODE_LINEBREAK)
            return lines.emplace_back(), void();
        if (type == CMARK_NODE_CODE) {
            Style code = palette.of(Role::code);
            code.bold = code.bold || style.bold;
            return line.add(flat(cmark_node_get_literal(node)), code);
        }
        if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
            return link(node, style);
        if (type == CMARK_NODE_EMPH)
            style.underline = true;
        if (type == CMARK_NODE_STRONG)
            style.bold = true;
        const bool is_struck = view_of(cmark_node_get_type_string(node)) == "strikethrough";
        if (is_struck)
            line.add("~~", style);
        children(node, style);
        if (is_struck)
            lines.back().add("~~", style);
    }

    void link(cmark_node* node, Style style)
    {
        const std::size_t first = lines.size() - 1;
        const std::size_t before = lines.back().text().size();
        Style label = style;
        label.underline = true;
        children(node, label);
        const SafeText address = flat(cmark_node_get_url(node));
        const bool is_label
            = first == lines.size() - 1 && lines.back().text().substr(before) == address.bytes();
        const SafeText title = flat(cmark_node_get_title(node));
        if (is_label && title.empty())
            return;
        lines.back().add(" (", style);
        lines.back().add(address, style);
        if (!title.empty())
            lines.back().add(SafeText(" \"") + title + "\"", style);
        lines.back().add(")", style);
    }

    const Palette& palette;
    Lines lines {1};
};

}

Lines inline_lines(cmark_node* block, Style style, const Palette& palette)
{
    return Inlines(palette).of(block, style);
}

}
