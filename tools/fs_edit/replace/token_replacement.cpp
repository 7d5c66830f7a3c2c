#include "replacement.hpp"
#include "token_weave.hpp"
#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

namespace {

// A text and the blanks and line breaks around it.
struct Edged {
    explicit Edged(std::string_view text)
    {
        const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
        head = text.substr(0, begin);
        core = begin < end ? text.substr(begin, end - begin) : std::string_view();
        tail = text.substr(std::max(begin, end));
    }

    std::string_view head, core, tail;
};

}

static std::ptrdiff_t count_breaks(std::string_view text)
{
    return std::count(text.begin(), text.end(), '\n');
}

static bool ends_line(std::string_view text, std::size_t at)
{
    return text::trimmed(text.substr(at, match::line_end(text, at) - at)).empty();
}

// Nothing but empty lines takes the place of tokens: where those were all of their lines, the lines
// go too.
static match::Replacement remove_tokens(const Change& change, match::Match match)
{
    const bool is_whole
        = match::starts_line(change.text, match.begin) && ends_line(change.text, match.end);
    if (!is_whole || !change.old_text.ends_with('\n'))
        return {match, ""};
    std::string empty_lines;
    for (auto count = count_breaks(change.new_text); count > 0; --count)
        empty_lines += text::bytes_of(text::end_around(change.text, match.begin, match.end));
    match.begin = text::line_begin(change.text, match.begin);
    match.end = std::min(change.text.find('\n', match.end), change.text.size() - 1) + 1;
    return {match, empty_lines};
}

// The empty lines around the text that only one of the two has come, or go as far as they are
// there.
static void fit_edges(
    const Change& change, const Edged& before, const Edged& after, match::Replacement& replacement)
{
    const std::string_view line_break = text::bytes_of(
        text::end_around(change.text, replacement.match.begin, replacement.match.end));
    auto above = count_breaks(after.head) - count_breaks(before.head);
    for (; above > 0; --above)
        replacement.text.insert(0, line_break);
    match::Match& match = replacement.match;
    for (; above < 0 && match.begin > 0; ++above) {
        const std::size_t begin = text::line_begin(change.text, match.begin - 1);
        if (!text::trimmed(change.text.substr(begin, match::line_end(change.text, begin) - begin))
                 .empty())
            break;
        match.begin = begin;
    }
    static constexpr std::ptrdiff_t one = 1; // the end of the last line
    auto below = std::max(count_breaks(after.tail), one) - std::max(count_breaks(before.tail), one);
    for (; below > 0; --below)
        replacement.text += line_break;
    for (; below < 0; ++below) {
        const std::size_t newline = change.text.find('\n', match.end);
        if (newline == std::string_view::npos || newline + 1 == change.text.size()
            || !ends_line(change.text, newline + 1))
            break;
        match.end = match::line_end(change.text, newline + 1);
    }
}

// The new text with its lines indented as the file is, from its first token on; its first
// indentation apart.
struct IndentedText {
    std::string indentation;
    std::string text;
};

static std::variant<IndentedText, Unclear> indented_text(
    const Change& change, match::Match match, const match::LineStarts& starts, const Edged& after)
{
    const auto first = static_cast<std::size_t>(after.core.data() - change.new_text.data());
    const std::size_t begin = text::line_begin(change.new_text, first);
    const auto fresh
        = text::split_lines(change.new_text.substr(begin, first + after.core.size() - begin));
    if (starts.written.empty())
        return Unclear {};
    const auto indented = match::indent_as_file(
        {starts.written, starts.file, fresh, surroundings(change.text, match)});
    if (!indented.lines)
        return unclear(indented);
    if (match::alters_verbatim_lines({starts.written, fresh, *indented.lines}))
        return Unclear {};
    std::string joined;
    for (std::size_t number = 0; number < fresh.size(); ++number)
        joined.append((*indented.lines)[number]).append(text::bytes_of(fresh[number].end));
    std::string indentation(text::indentation_of(joined));
    joined.erase(0, indentation.size());
    return IndentedText {std::move(indentation), replace_with(change.text, match, joined).text};
}

Replaced replace_tokens(const Change& change, match::Match match)
{
    const Edged before(change.old_text);
    const Edged after(change.new_text);
    const match::LineStarts starts = match::line_starts(change.text, match, change.old_text);
    // What is indented otherwise is another text, though there is nothing to indent.
    if (!match::indent_as_file({starts.written, starts.file, {}, starts.file}).lines)
        return Unclear {};
    if (after.core.empty())
        return remove_tokens(change, match);
    const bool begins_line = match::starts_line(change.text, match.begin);
    const bool is_whole = begins_line && ends_line(change.text, match.end);
    const bool has_other_edges = begins_line ? count_breaks(before.head) != count_breaks(after.head)
                                             : before.head != after.head;
    if (!is_whole && (has_other_edges || count_breaks(after.tail) > count_breaks(before.tail)))
        return Unclear {};
    IndentedText text {{}, std::string(after.core)};
    if (begins_line || after.core.find('\n') != std::string_view::npos) {
        auto indented = indented_text(change, match, starts, after);
        if (auto* why = std::get_if<Unclear>(&indented))
            return std::move(*why);
        text = std::move(std::get<IndentedText>(indented));
    }
    const std::string_view there = change.text.substr(match.begin, match.end - match.begin);
    const auto woven = weave_tokens({before.core, there, after.core, text.text});
    if (!woven)
        return Unclear {{}, {}, {}, FirstLine::whole, Doubt::gaps};
    match::Replacement replacement {match, *woven};
    if (begins_line) {
        replacement.match.begin = text::line_begin(change.text, match.begin);
        replacement.text.insert(0, text.indentation);
    }
    if (is_whole)
        fit_edges(change, before, after, replacement);
    return replacement;
}

}
