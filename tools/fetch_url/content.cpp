#include "content.hpp"

#include "html_text.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace fetch_url {

using namespace toolkit;

static constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
static constexpr std::size_t max_prescan = 1024; // as in the HTML standard

// Returns the value of `name=VALUE` without quotes, in lower case; empty if missing.
static std::string value_of(std::string_view text, std::string_view name)
{
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        std::string_view rest = text::stripped(text.substr(at + name.size()));
        if (!rest.starts_with('='))
            continue;
        rest = text::stripped(rest.substr(1));
        if (rest.starts_with('"') || rest.starts_with('\''))
            rest.remove_prefix(1);
        return std::string(rest.substr(0, text::name_length(rest, "-_:.")));
    }
    return {};
}

ContentType content_type_of(std::string_view field)
{
    const std::string lower = text::in_lower_case(field);
    const std::size_t end = std::min(lower.find(';'), lower.size());
    return {std::string(text::stripped(std::string_view(lower).substr(0, end))),
        value_of(std::string_view(lower).substr(end), "charset")};
}

static bool is_html(std::string_view type)
{
    return type == "text/html" || type == "application/xhtml+xml";
}

bool is_textual(const ContentType& type)
{
    static constexpr std::array<std::string_view, 15> others {"application/json", "application/xml",
        "application/javascript", "application/ecmascript", "application/x-javascript",
        "application/typescript", "application/yaml", "application/x-yaml", "application/toml",
        "application/x-sh", "application/x-ndjson", "application/jsonlines", "application/sql",
        "application/graphql", "application/x-www-form-urlencoded"};
    const std::string& name = type.type;
    return name.empty() || name.starts_with("text/") || name.ends_with("+json")
        || name.ends_with("+xml") || name.ends_with("+yaml")
        || std::find(others.begin(), others.end(), name) != others.end();
}

static bool looks_like_html(std::string_view body)
{
    const std::string begin = text::in_lower_case(text::stripped(body.substr(0, max_prescan)));
    return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

// Returns the charset that the page itself declares, or an empty string.
static std::string own_charset(std::string_view body)
{
    const std::string begin = text::in_lower_case(body.substr(0, max_prescan));
    const std::string_view head = begin;
    if (head.starts_with("<?xml"))
        if (std::string given = value_of(head.substr(0, head.find('>')), "encoding");
            !given.empty())
            return given;
    const std::size_t meta = head.find("<meta");
    return meta == std::string_view::npos ? "" : value_of(head.substr(meta), "charset");
}

static bool is_utf8_name(std::string_view name) { return name == "utf-8" || name == "utf8"; }

static bool is_ascii_name(std::string_view name)
{
    return name == "us-ascii" || name == "ascii" || name == "ansi_x3.4-1968";
}

static bool is_latin_name(std::string_view name)
{
    return text::is_name_of_windows_1252(name) || name == "latin1" || name == "iso8859-1"
        || name == "iso_8859-1" || name == "x-cp1252" || name == "l1";
}

// Returns true for charsets in which an ASCII byte may be part of another character.
static bool is_other_than_ascii(std::string_view name)
{
    return name.starts_with("utf-") || name.starts_with("iso-2022") || name.starts_with("hz")
        || name.find("ebcdic") != std::string_view::npos || name.starts_with("ibm");
}

static Content checked(std::optional<text::Readable> readable)
{
    if (!readable)
        throw ToolError(Code::unsupported, "cannot read the response: it is binary, not text");
    return {{}, std::move(readable->text), readable->replaced};
}

static Content decoded_utf16(std::string_view bytes, text::ByteOrder order, bool is_cut)
{
    if (is_cut)
        bytes.remove_suffix(bytes.size() % 2);
    return checked(text::readable(text::utf8_from_utf16(bytes.substr(2), order)));
}

static Content decoded(std::string_view body, const std::string& charset, bool is_cut)
{
    if (const auto order = text::byte_order_of(body))
        return decoded_utf16(body, *order, is_cut);
    if (body.find('\0') != std::string_view::npos)
        return checked(std::nullopt);
    const bool has_mark = body.starts_with(utf8_mark);
    std::string_view bytes = body.substr(has_mark ? utf8_mark.size() : 0);
    if (is_cut)
        bytes.remove_suffix(text::size_of_split_character(bytes));
    const bool is_ascii
        = std::all_of(bytes.begin(), bytes.end(), [](char c) { return c > 0 && c != '\x1b'; });
    if (has_mark || is_utf8_name(charset) || (charset.empty() && text::is_utf8(bytes))
        || (is_ascii && !is_other_than_ascii(charset)))
        return checked(text::readable(bytes));
    if (charset.empty() || is_latin_name(charset) || is_ascii_name(charset))
        return {{}, text::from_windows_1252(bytes), 0};
    throw ToolError(Code::unsupported,
        "cannot read the response: its charset " + text::in_quotes(charset) + " is not supported",
        "UTF-8, US-ASCII, ISO-8859-1 and Windows-1252 are");
}

Content content_of(std::string_view body, const ContentType& type, bool is_cut)
{
    const bool has_markup = is_html(type.type) || (type.type.empty() && looks_like_html(body));
    const bool says_itself = has_markup || type.type.ends_with("xml");
    std::string charset = type.charset;
    if (charset.empty() && says_itself)
        charset = own_charset(body);
    Content content = decoded(body, charset, is_cut);
    if (has_markup) {
        HtmlText page = text_of_html(content.text);
        content.title = std::move(page.title);
        content.text = std::move(page.text);
    }
    return content;
}

}
