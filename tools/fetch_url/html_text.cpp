#include "html_text.hpp"

#include "entities.hpp"
#include "html_writer.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace fetch_url {

using namespace toolkit;

namespace {

enum class Kind {
    none, // inline, such as <em>
    line, // on lines of its own
    paragraph, // separated by empty lines
    line_break,
    rule,
    heading,
    list,
    item,
    row,
    cell,
    preformatted,
    code,
    link,
    image,
    head,
    title,
    raw, // left out up to its end tag, without parsing its content
    skipped, // left out together with the elements in it
    of_head, // belongs in the head, and does not end it
};

struct Element {
    std::string_view name;
    Kind kind;
};

// Sorted by name.
constexpr auto elements = std::to_array<Element>({{"a", Kind::link}, {"address", Kind::line},
    {"article", Kind::paragraph}, {"aside", Kind::paragraph}, {"base", Kind::of_head},
    {"blockquote", Kind::paragraph}, {"body", Kind::line}, {"br", Kind::line_break},
    {"canvas", Kind::skipped}, {"caption", Kind::line}, {"center", Kind::line},
    {"code", Kind::code}, {"datalist", Kind::skipped}, {"dd", Kind::line},
    {"details", Kind::paragraph}, {"dialog", Kind::paragraph}, {"dir", Kind::list},
    {"div", Kind::line}, {"dl", Kind::paragraph}, {"dt", Kind::line}, {"fieldset", Kind::paragraph},
    {"figcaption", Kind::line}, {"figure", Kind::paragraph}, {"footer", Kind::paragraph},
    {"form", Kind::paragraph}, {"h1", Kind::heading}, {"h2", Kind::heading}, {"h3", Kind::heading},
    {"h4", Kind::heading}, {"h5", Kind::heading}, {"h6", Kind::heading}, {"head", Kind::head},
    {"header", Kind::paragraph}, {"hgroup", Kind::line}, {"hr", Kind::rule}, {"html", Kind::line},
    {"iframe", Kind::raw}, {"img", Kind::image}, {"legend", Kind::line}, {"li", Kind::item},
    {"link", Kind::of_head}, {"listing", Kind::preformatted}, {"main", Kind::paragraph},
    {"menu", Kind::list}, {"meta", Kind::of_head}, {"nav", Kind::paragraph}, {"noembed", Kind::raw},
    {"noframes", Kind::raw}, {"noscript", Kind::of_head}, {"object", Kind::skipped},
    {"ol", Kind::list}, {"optgroup", Kind::line}, {"option", Kind::line}, {"output", Kind::line},
    {"p", Kind::paragraph}, {"pre", Kind::preformatted}, {"script", Kind::raw},
    {"search", Kind::paragraph}, {"section", Kind::paragraph}, {"select", Kind::skipped},
    {"style", Kind::raw}, {"summary", Kind::line}, {"svg", Kind::skipped},
    {"table", Kind::paragraph}, {"tbody", Kind::line}, {"td", Kind::cell},
    {"template", Kind::skipped}, {"textarea", Kind::raw}, {"tfoot", Kind::line}, {"th", Kind::cell},
    {"thead", Kind::line}, {"title", Kind::title}, {"tr", Kind::row}, {"tt", Kind::code},
    {"ul", Kind::list}, {"video", Kind::skipped}, {"xmp", Kind::preformatted}});
static_assert(std::is_sorted(elements.begin(), elements.end(),
    [](const Element& one, const Element& other) { return one.name < other.name; }));

Kind kind_of(std::string_view name)
{
    const auto* const found = std::lower_bound(elements.begin(), elements.end(), name,
        [](const Element& one, std::string_view other) { return one.name < other; });
    return found != elements.end() && found->name == name ? found->kind : Kind::none;
}

constexpr std::string_view whitespace = " \t\n\r\f";

struct Tag {
    std::string name = {}; // in lower case
    bool is_end = false;
    std::string href = {}; // decoded; empty if missing
    std::string alt = {}; // decoded; empty if missing
};

// Reads a tag or other markup that starts with "<".
class TagReader {
public:
    explicit TagReader(std::string_view html)
        : rest(html)
    {
    }

    // Returns the tag, or nullopt for other markup such as a comment.
    std::optional<Tag> read()
    {
        if (rest.starts_with("<!--"))
            return skip_past("-->");
        if (rest.starts_with("<![CDATA["))
            return skip_past("]]>");
        if (rest.starts_with("<!") || rest.starts_with("<?"))
            return skip_past(">");
        Tag tag;
        rest.remove_prefix(1);
        tag.is_end = take("/");
        const std::size_t size = std::min(rest.find_first_of(" \t\n\r\f/>"), rest.size());
        tag.name = text::in_lower_case(rest.substr(0, size));
        rest.remove_prefix(size);
        while (!rest.empty() && !take(">"))
            read_attribute(tag);
        return tag;
    }

    // Returns the rest of the page after the markup.
    std::string_view after() const { return rest; }

private:
    std::nullopt_t skip_past(std::string_view end)
    {
        const std::size_t found = rest.find(end, 2); // "<!-->" is a whole comment
        rest.remove_prefix(found == std::string_view::npos ? rest.size() : found + end.size());
        return std::nullopt;
    }

    bool take(std::string_view text)
    {
        if (!rest.starts_with(text))
            return false;
        rest.remove_prefix(text.size());
        return true;
    }

    void skip_whitespace()
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(whitespace), rest.size()));
    }

    std::string_view take_up_to(std::string_view ends)
    {
        const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
        rest.remove_prefix(taken.size());
        return taken;
    }

    std::string_view read_value()
    {
        for (const std::string_view quote : {"\"", "'"})
            if (take(quote)) {
                const std::string_view value = take_up_to(quote);
                take(quote);
                return value;
            }
        return take_up_to(" \t\n\r\f>");
    }

    void read_attribute(Tag& tag)
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n\r\f/"), rest.size()));
        if (rest.empty() || rest.front() == '>')
            return;
        // A name may begin with "=", so that each attribute takes at least one byte.
        const std::size_t size = std::min(rest.find_first_of(" \t\n\r\f/>=", 1), rest.size());
        const std::string name = text::in_lower_case(rest.substr(0, std::min(size, max_name)));
        rest.remove_prefix(size);
        skip_whitespace();
        if (!take("="))
            return;
        skip_whitespace();
        const std::string_view value = read_value();
        if (name == "href" && tag.href.empty())
            append_decoded(tag.href, value);
        else if (name == "alt" && tag.alt.empty())
            append_decoded(tag.alt, value);
    }

    static constexpr std::size_t max_name = 16;

    std::string_view rest;
};

bool begins_markup(std::string_view text)
{
    const auto is_letter = [&](std::size_t at) {
        return at < text.size() && text::is_letter_or_digit(text[at]) && !text::is_digit(text[at]);
    };
    return text.starts_with("<!") || text.starts_with("<?")
        || (text.starts_with('<') && is_letter(1)) || (text.starts_with("</") && is_letter(2));
}

class Converter {
public:
    explicit Converter(std::string_view html)
        : rest(html)
    {
    }

    HtmlText convert()
    {
        while (!rest.empty()) {
            const std::size_t plain
                = std::min(rest.find('<', begins_markup(rest) ? 0 : 1), rest.size());
            add_text(rest.substr(0, plain));
            rest.remove_prefix(plain);
            if (begins_markup(rest))
                take_markup();
        }
        return {title, writer.take()};
    }

private:
    void add_text(std::string_view text)
    {
        if (is_in_head || !skipped.empty() || text.empty())
            return;
        std::string decoded;
        append_decoded(decoded, text);
        std::string_view added = decoded;
        if (begins_preformatted && added.starts_with("\r\n"))
            added.remove_prefix(2);
        else if (begins_preformatted && added.starts_with('\n'))
            added.remove_prefix(1);
        begins_preformatted = false;
        writer.add_text(added);
    }

    void take_markup()
    {
        TagReader reader(rest);
        const std::optional<Tag> tag = reader.read();
        rest = reader.after();
        if (!tag)
            return;
        const Kind kind = kind_of(tag->name);
        if (!tag->is_end && (kind == Kind::raw || kind == Kind::title))
            return take_raw(*tag, kind);
        if (!skipped.empty() || kind == Kind::skipped)
            return skip(*tag);
        if (kind == Kind::head)
            is_in_head = !tag->is_end;
        else if (!tag->is_end && kind != Kind::of_head)
            is_in_head = false; // the end tag of the head may be missing
        if (!is_in_head)
            write(*tag, kind);
    }

    // Counts nested elements of the same name as the one that is left out.
    void skip(const Tag& tag)
    {
        if (skipped.empty() && !tag.is_end) {
            skipped = tag.name;
            depth = 1;
        } else if (tag.name == skipped) {
            depth += tag.is_end ? -1 : 1;
            if (depth == 0)
                skipped.clear();
        }
    }

    // Consumes the text up to the end tag.
    void take_raw(const Tag& tag, Kind kind)
    {
        std::size_t end = rest.find("</");
        while (end != std::string_view::npos
            && !text::is_equal_but_case(rest.substr(end + 2, tag.name.size()), tag.name))
            end = rest.find("</", end + 2);
        const std::string_view raw = rest.substr(0, end);
        rest.remove_prefix(raw.size());
        if (kind != Kind::title || !title.empty() || !skipped.empty())
            return;
        HtmlWriter line;
        std::string decoded;
        append_decoded(
            decoded, raw.substr(0, text::utf8_boundary(raw, std::min(max_title, raw.size()))));
        line.add_text(decoded);
        title = text::stripped(line.take());
    }

    void write(const Tag& tag, Kind kind)
    {
        switch (kind) {
        case Kind::line: return writer.end_line();
        case Kind::paragraph: return writer.end_line(2);
        case Kind::line_break: return writer.break_line();
        case Kind::rule: return write_rule();
        case Kind::heading: return write_heading(tag);
        case Kind::list:
            return tag.is_end ? writer.end_list() : writer.begin_list(tag.name == "ol");
        case Kind::item: return tag.is_end ? end_marked(1) : writer.begin_item();
        case Kind::row: return write_row();
        case Kind::cell: return tag.is_end ? void() : writer.begin_cell();
        case Kind::preformatted: return write_preformatted(tag);
        case Kind::code: return writer.toggle_code(!tag.is_end);
        case Kind::link: return write_link(tag);
        case Kind::image: return write_image(tag);
        default: return;
        }
    }

    void write_rule()
    {
        writer.end_line(2);
        writer.add_text("---");
        writer.end_line(2);
    }

    void end_marked(int newlines)
    {
        writer.drop_marks();
        writer.end_line(newlines);
    }

    void write_heading(const Tag& tag)
    {
        if (tag.is_end)
            return end_marked(2);
        writer.end_line(2);
        writer.mark(std::string(static_cast<std::size_t>(tag.name[1] - '0'), '#') + " ");
    }

    void write_row()
    {
        writer.end_line();
        writer.begin_row();
    }

    void write_preformatted(const Tag& tag)
    {
        if (tag.is_end)
            return writer.end_preformatted();
        writer.begin_preformatted();
        begins_preformatted = true;
    }

    void write_link(const Tag& tag)
    {
        const std::string_view target = text::stripped(tag.href);
        const std::string scheme = text::in_lower_case(target.substr(0, 11));
        const bool is_link = !tag.is_end && !target.empty() && scheme != "javascript:"
            && !scheme.starts_with("data:");
        writer.end_link();
        if (is_link)
            writer.begin_link(std::string(target));
    }

    void write_image(const Tag& tag)
    {
        if (!text::stripped(tag.alt).empty())
            writer.add_text("[image: " + tag.alt + "]");
    }

    static constexpr std::size_t max_title = 1000; // bytes of the page

    HtmlWriter writer;
    std::string_view rest;
    std::string title;
    bool is_in_head = false;
    bool begins_preformatted = false;
    std::string skipped; // name of the element that is being left out; empty if there is none
    int depth = 0; // nesting depth of elements with this name
};

}

HtmlText text_of_html(std::string_view html) { return Converter(html).convert(); }

}
