#include "frontends/screen/markdown_tree.hpp"

#include <cmark-gfm-extension_api.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace frontends::screen {

void prepare_markdown() { cmark_gfm_core_extensions_ensure_registered(); }

// True for a line such as "[^1]: text".
static bool defines_footnote(std::string_view line)
{
    const std::size_t end = line.find("]:");
    return line.starts_with("[^") && end != std::string_view::npos && end > 2
        && line.substr(0, end).find(' ') == std::string_view::npos;
}

// Returns Markdown in which definitions of footnotes are text. Without footnotes, cmark takes one
// of a single word for the address of a link, and does not show it; with them, it moves the
// definitions to the end, and drops those that are not referred to.
static std::string with_plain_footnotes(std::string_view source)
{
    std::string result;
    bool is_code = false;
    while (!source.empty()) {
        const std::string_view line = source.substr(0, source.find('\n') + 1);
        const std::string_view whole = line.empty() ? source : line;
        const std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
        const std::string_view text = whole.substr(indent);
        if (text.starts_with("```") || text.starts_with("~~~"))
            is_code = !is_code;
        result += whole.substr(0, indent);
        if (!is_code && indent < 4 && defines_footnote(text))
            result += '\\';
        result += text;
        source.remove_prefix(whole.size());
    }
    return result;
}

MarkdownTree parse_markdown(std::string_view source)
{
    const std::string text = with_plain_footnotes(source);
    prepare_markdown();
    const std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)> parser(
        cmark_parser_new(CMARK_OPT_DEFAULT), cmark_parser_free);
    for (const char* name : {"table", "strikethrough", "tasklist"})
        cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
    cmark_parser_feed(parser.get(), text.data(), text.size());
    return MarkdownTree(cmark_parser_finish(parser.get()));
}

std::vector<std::size_t> line_begins(std::string_view source)
{
    std::vector<std::size_t> begins {0};
    for (std::size_t at = source.find('\n'); at != std::string_view::npos;
         at = source.find('\n', at + 1))
        begins.push_back(at + 1);
    return begins;
}

static Slice::Fence fence_of(cmark_node* node)
{
    int length = 0;
    int offset = 0;
    char letter = 0;
    if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK
        || cmark_node_get_fenced(node, &length, &offset, &letter) == 0)
        return {};
    return {letter, static_cast<std::size_t>(length), static_cast<std::size_t>(offset)};
}

static std::string_view view_of(const char* text) { return text == nullptr ? "" : text; }

std::vector<Slice> slices_of(std::string_view source)
{
    const MarkdownTree tree = parse_markdown(source);
    const std::vector<std::size_t> lines = line_begins(source);
    std::vector<Slice> slices;
    const auto add = [&](cmark_node* node, bool continues) {
        const auto line = static_cast<std::size_t>(std::max(1, cmark_node_get_start_line(node)));
        const std::size_t begin = lines[std::min(line, lines.size()) - 1];
        if (!slices.empty() && begin <= slices.back().content)
            return; // two blocks of one line: they are shown together
        const bool is_table = view_of(cmark_node_get_type_string(node)) == "table";
        slices.push_back({slices.empty() ? 0 : begin, begin, continues, is_table, fence_of(node)});
    };
    for (cmark_node* node = cmark_node_first_child(tree.get()); node != nullptr;
         node = cmark_node_next(node)) {
        if (cmark_node_get_type(node) != CMARK_NODE_LIST) {
            add(node, false);
            continue;
        }
        for (cmark_node* item = cmark_node_first_child(node); item != nullptr;
             item = cmark_node_next(item))
            add(item, item != cmark_node_first_child(node));
    }
    return slices;
}

// Returns the text on one line.
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
            return line.add_span({flat(cmark_node_get_literal(node)), style, target});
        if (type == CMARK_NODE_SOFTBREAK && begins_footnote(cmark_node_next(node)))
            return lines.emplace_back(), void();
        if (type == CMARK_NODE_SOFTBREAK)
            return line.add_span({" ", style, target});
        if (type == CMARK_NODE_LINEBREAK)
            return lines.emplace_back(), void();
        if (type == CMARK_NODE_CODE) {
            Style code = palette.of(Role::code);
            code.bold = code.bold || style.bold;
            return line.add_span({flat(cmark_node_get_literal(node)), code, target});
        }
        if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
            return link(node, style);
        if (type == CMARK_NODE_EMPH)
            style.underline = true;
        if (type == CMARK_NODE_STRONG)
            style.bold = true;
        const bool is_struck = view_of(cmark_node_get_type_string(node)) == "strikethrough";
        if (is_struck)
            line.add_span({"~~", style, target});
        children(node, style);
        if (is_struck)
            lines.back().add_span({"~~", style, target});
    }

    static bool begins_footnote(cmark_node* node)
    {
        std::string text;
        for (; node != nullptr && cmark_node_get_type(node) == CMARK_NODE_TEXT;
             node = cmark_node_next(node))
            text += view_of(cmark_node_get_literal(node));
        return defines_footnote(text);
    }

    void link(cmark_node* node, Style style)
    {
        const std::size_t first = lines.size() - 1;
        const std::size_t before = lines.back().text().size();
        Style label = style;
        label.underline = true;
        const SafeText address = flat(cmark_node_get_url(node));
        const SafeText outer = std::exchange(target, link_to(address));
        children(node, label);
        const bool is_label
            = first == lines.size() - 1 && lines.back().text().substr(before) == address.bytes();
        const SafeText title = flat(cmark_node_get_title(node));
        if (is_label && title.empty()) {
            target = outer;
            return;
        }
        lines.back().add(" (", style);
        lines.back().add_span({address, style, target});
        target = outer;
        if (!title.empty())
            lines.back().add(SafeText(" \"") + title + "\"", style);
        lines.back().add(")", style);
    }

    const Palette& palette;
    SafeText target; // of the link that is drawn; empty: none
    Lines lines {1};
};

}

Lines inline_lines(cmark_node* block, Style style, const Palette& palette)
{
    return Inlines(palette).of(block, style);
}

}
