#include "html_writer.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fetch_url {

using namespace toolkit;

static constexpr std::string_view fence = "```";
static constexpr std::string_view no_break_space = "\xC2\xA0";
static constexpr std::size_t max_indentation = 8; // maximum width for nested lists
static constexpr std::size_t max_lists = 64;
static constexpr std::size_t max_target = 2000; // longer targets are data, or not meant for readers

// Returns the length of the leading whitespace.
static std::size_t whitespace_length(std::string_view text)
{
    std::size_t at = 0;
    for (;;) {
        if (at < text.size() && text::is_one_of(text[at], " \t\n\r\f\v"))
            ++at;
        else if (text.substr(at).starts_with(no_break_space))
            at += no_break_space.size();
        else
            return at;
    }
}

static std::size_t word_length(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && whitespace_length(text.substr(at, 2)) == 0)
        ++at;
    return at;
}

void HtmlWriter::begin()
{
    if (newlines > 0 && !out.empty()) {
        const auto last = out.find_last_not_of('\n');
        const auto there
            = static_cast<int>(out.size() - (last == std::string_view::npos ? 0 : last + 1));
        out.append(static_cast<std::size_t>(std::max(0, newlines - there)), '\n');
    } else if (has_space && !out.empty() && !out.ends_with('\n')) {
        out += ' ';
    }
    newlines = 0;
    has_space = false;
    out += marks;
    marks.clear();
    if (has_link && link_begin == std::string_view::npos)
        link_begin = out.size();
}

void HtmlWriter::add_text(std::string_view text)
{
    if (is_preformatted)
        return add_preformatted(text);
    while (!text.empty()) {
        const std::size_t space = whitespace_length(text);
        has_space = has_space || space > 0;
        text.remove_prefix(space);
        const std::size_t word = word_length(text);
        if (word > 0) {
            begin();
            out += text.substr(0, word);
        }
        text.remove_prefix(word);
    }
}

void HtmlWriter::add_preformatted(std::string_view text)
{
    for (const char letter : text) {
        if (letter == '\r')
            continue;
        if (newlines > 0 && letter != '\n')
            begin();
        out += letter;
    }
}

// If a mark is pending, the line has only just begun, and needs no newline.
void HtmlWriter::end_line(int count)
{
    if (!marks.empty())
        return;
    newlines = std::max(newlines, count);
    has_space = false;
}

void HtmlWriter::break_line()
{
    newlines = std::min(newlines + 1, 2);
    has_space = false;
}

void HtmlWriter::begin_list(bool is_numbered)
{
    end_line(lists.empty() ? 2 : 1);
    if (lists.size() < max_lists)
        lists.push_back({is_numbered, 0});
}

void HtmlWriter::end_list()
{
    if (!lists.empty())
        lists.pop_back();
    end_line(lists.empty() ? 2 : 1);
}

void HtmlWriter::begin_item()
{
    end_line();
    marks.assign(2 * std::min(lists.empty() ? 0 : lists.size() - 1, max_indentation), ' ');
    marks += !lists.empty() && lists.back().is_numbered
        ? std::to_string(++lists.back().count) + ". "
        : "- ";
}

void HtmlWriter::begin_cell()
{
    if (cells++ == 0)
        return;
    has_space = true;
    begin();
    out += '|';
    has_space = true;
}

void HtmlWriter::toggle_code(bool is_begin)
{
    if (is_preformatted || has_code == is_begin)
        return;
    if (is_begin)
        begin();
    out += '`';
    has_code = is_begin;
}

void HtmlWriter::begin_preformatted()
{
    if (is_preformatted)
        return;
    toggle_code(false);
    end_line(2);
    begin();
    out.append(fence).append("\n");
    is_preformatted = true;
}

void HtmlWriter::end_preformatted()
{
    if (!is_preformatted)
        return;
    is_preformatted = false;
    if (!out.ends_with('\n'))
        out += '\n';
    out += fence;
    end_line(2);
}

// Returns the target escaped for a Markdown link.
static std::string written(std::string_view target)
{
    std::string result;
    for (const char letter : target) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte > ' ' && byte != 0x7f && !text::is_one_of(letter, "()<>"))
            result += letter;
        else if (letter == ' ' || byte > ' ')
            result += text::percent_encoded(letter);
    }
    return result;
}

void HtmlWriter::begin_link(std::string to)
{
    end_link();
    if (to.size() > max_target || is_preformatted)
        return;
    has_link = true;
    target = std::move(to);
    link_begin = std::string_view::npos;
}

// Returns true if the link is a mark next to a heading that links to the heading itself.
bool HtmlWriter::is_self_link() const
{
    static constexpr std::array<std::string_view, 4> marks_of_headings {"#", "¶", "§", "🔗"};
    return target.starts_with('#')
        && std::find(marks_of_headings.begin(), marks_of_headings.end(),
               std::string_view(out).substr(link_begin))
        != marks_of_headings.end();
}

void HtmlWriter::end_link()
{
    if (!std::exchange(has_link, false) || link_begin == std::string_view::npos)
        return;
    if (is_self_link()) {
        out.resize(link_begin);
        return;
    }
    if (target.starts_with('#') || is_preformatted)
        return;
    if (out.find('\n', link_begin) != std::string_view::npos) {
        out += " <" + written(target) + ">";
    } else {
        out.insert(link_begin, "[");
        out += "](" + written(target) + ")";
    }
}

std::string HtmlWriter::take()
{
    has_link = false; // ignores a link that was never closed
    end_preformatted();
    toggle_code(false);
    if (!out.empty() && !out.ends_with('\n'))
        out += '\n';
    return std::move(out);
}

}
