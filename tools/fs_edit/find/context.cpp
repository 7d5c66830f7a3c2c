#include "context.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace fs_edit::find {

using namespace toolkit;

namespace {

class Reader {
public:
    explicit Reader(std::string_view text)
        : text(text)
    {
    }

    std::vector<std::size_t> turns()
    {
        for (at = text.find_first_of("\"'`"); at < text.size(); at = text.find_first_of("\"'`", at))
            pass();
        return std::move(found);
    }

private:
    void pass()
    {
        if (this_line_end <= at)
            this_line_end = line_end(at);
        if (at > 0 && text[at - 1] == '\\') {
            ++at;
            return;
        }
        const std::string_view rest = text.substr(at);
        const bool is_triple
            = rest.starts_with("\"\"\"") || rest.starts_with("'''") || rest.starts_with("```");
        const std::string_view quote = rest.substr(0, is_triple ? 3 : 1);
        const std::size_t begin = at + quote.size();
        if (const auto raw = raw_end(); raw != std::string_view::npos)
            quoted(raw, 1);
        else if (const auto end = end_of(quote, begin); end != std::string_view::npos)
            quoted(end, quote.size());
        else
            at = begin;
    }

    std::size_t end_of(std::string_view quote, std::size_t begin)
    {
        if (is_apostrophe())
            return std::string_view::npos;
        const std::size_t end = next(quote, begin, this_line_end);
        return end != std::string_view::npos || is_stray() ? end : end_over_lines(quote);
    }

    void quoted(std::size_t end, std::size_t size)
    {
        found.push_back(at);
        found.push_back(end);
        at = end + size;
    }

    std::size_t line_end(std::size_t offset) const
    {
        return std::min(text.find('\n', offset), text.size());
    }

    // Returns the offset of the next quote of this kind before `end` that is not escaped.
    std::size_t next(std::string_view quote, std::size_t begin, std::size_t end) const
    {
        const std::string_view part = text.substr(0, end);
        const std::array<char, 3> stops {quote[0], '\\', '\0'};
        for (begin = part.find_first_of(stops.data(), begin); begin < end;
             begin = part.find_first_of(stops.data(), begin)) {
            if (part.substr(begin).starts_with(quote))
                return begin;
            begin += part[begin] == '\\' ? 2 : 1;
        }
        return std::string_view::npos;
    }

    // Returns the last quote of the next line that has an odd number of them. An even number of
    // quotes in a line are pairs within that line.
    std::size_t end_over_lines(std::string_view quote)
    {
        if (without_end.count(quote) != 0)
            return std::string_view::npos;
        for (std::size_t begin = this_line_end; begin < text.size(); begin = line_end(begin + 1)) {
            const std::size_t end = line_end(begin + 1);
            bool is_odd = false;
            std::size_t last = begin;
            for (std::size_t one = next(quote, begin, end); one < end; is_odd = !is_odd) {
                last = one;
                one = next(quote, one + quote.size(), end);
            }
            if (is_odd)
                return last;
        }
        without_end.insert(quote);
        return std::string_view::npos;
    }

    // Returns the end of a raw string of C++, R"x(…)x".
    std::size_t raw_end()
    {
        static constexpr std::size_t most = 16;
        if (text[at] != '"' || at == 0 || text[at - 1] != 'R' || without_end.count("R") != 0)
            return std::string_view::npos;
        const std::size_t bracket = text.find_first_of("( )\\\n\"", at + 1);
        if (bracket == std::string_view::npos || text[bracket] != '(' || bracket - at > most + 1)
            return std::string_view::npos;
        const std::string close = ")" + std::string(text.substr(at + 1, bracket - at - 1)) + "\"";
        const std::size_t end = text.find(close, bracket);
        if (end != std::string_view::npos)
            return end + close.size() - 1;
        without_end.insert("R");
        return end;
    }

    // Returns true for an apostrophe: a quote after a word, except for the prefixes of string
    // literals, as in u'…' and rb'…'. It is not an apostrophe if another one in the line closes it,
    // as in return'…'.
    bool is_apostrophe() const
    {
        std::size_t begin = at;
        while (begin > 0 && text::is_word(text[begin - 1]))
            --begin;
        const std::string_view word = text.substr(begin, at - begin);
        if (text[at] != '\'' || word.empty()
            || (word.size() <= 2 && word.find_first_not_of("bBfFrRuUL8") == std::string_view::npos))
            return false;
        const std::size_t close = next("'", at + 1, this_line_end);
        return close == std::string_view::npos
            || (close + 1 < text.size() && text::is_word(text[close + 1]));
    }

    // Returns true if this quote, which is not closed in its line, is in a comment, or has another
    // meaning: &'a, <'a, `word'.
    bool is_stray() const
    {
        const std::size_t begin = text.rfind('\n', at) + 1;
        const std::string_view line = text.substr(begin, at - begin);
        if (text[at] == '\'' && (line.ends_with('&') || line.ends_with('<')))
            return true;
        const std::size_t word_end = text.find_first_of(" \t\n'", at + 1);
        if (text[at] == '`' && word_end < text.size() && text[word_end] == '\'')
            return true;
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        static constexpr std::array<std::string_view, 4> marks {"//", "# ", "/*", "* "};
        return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
            return line.substr(first).starts_with(mark)
                || (mark != "* " && line.find(" " + std::string(mark)) != std::string_view::npos);
        });
    }

    std::string_view text;
    std::size_t at = 0;
    std::size_t this_line_end = 0; // cached, since a line may be long
    std::set<std::string_view> without_end; // kinds of quotes that have no end after here
    std::vector<std::size_t> found;
};

}

Quotes::Quotes(std::string_view text)
    : turns(Reader(text).turns())
{
}

bool Quotes::is_open_at(std::size_t offset) const
{
    const auto before = std::lower_bound(turns.begin(), turns.end(), offset) - turns.begin();
    return before % 2 != 0;
}

static std::size_t open_bracket(std::string_view text, const Quotes& quotes, std::size_t place)
{
    const std::size_t begin = place - std::min(place, near);
    std::size_t closed = 0;
    for (std::size_t at = place; at > begin; --at) {
        const char letter = text[at - 1];
        if (!text::is_one_of(letter, "()[]{}") || quotes.is_open_at(at - 1))
            continue;
        if (text::is_one_of(letter, ")]}"))
            ++closed;
        else if (closed-- == 0)
            return at - 1;
    }
    return std::string_view::npos;
}

static bool has_key(
    std::string_view text, const Quotes& quotes, std::pair<std::size_t, std::size_t> part)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n", part.first);
    if (first >= part.second || !text::is_one_of(text[first], "\"'"))
        return false;
    for (std::size_t at = text.find(':', first); at < part.second; at = text.find(':', at + 1))
        if (!quotes.is_open_at(at))
            return true;
    return false;
}

BracketContext setting_at(std::string_view text, const Quotes& quotes, std::size_t place)
{
    BracketContext setting;
    const std::size_t end = match::line_end(text.substr(0, place + near), place);
    const std::string_view rest
        = text::without_trailing_whitespace(text.substr(place, end - place));
    if (!rest.empty() && !rest.ends_with(";;") && end < place + near)
        setting.line_end = rest.back();
    const std::size_t at = open_bracket(text, quotes, place);
    if (at == std::string_view::npos)
        return setting;
    setting.bracket = text[at];
    const std::string_view window = text.substr(at - std::min(at, near), std::min(at, near));
    const std::string_view before = window.substr(text::line_begin(window, window.size()));
    const std::string_view head = text::without_trailing_whitespace(before);
    // In Lisp, a bracket after a word and a space begins the next element of a list.
    const bool is_list = text::trimmed(before).starts_with('(') && head.size() < before.size();
    setting.is_call = setting.bracket == '(' && !head.empty() && text::is_word(head.back())
        && !head.ends_with("calc") && !is_list;
    const char last = before.empty() ? ' ' : before.back();
    setting.is_glued = !text::is_one_of(last, " \t=([{,:>")
        && !(setting.bracket == '(' && text::is_one_of(last, ")]"));
    setting.has_key = has_key(text, quotes, {at + 1, place});
    return setting;
}

bool may_have_comment(std::string_view line)
{
    if (line.starts_with(';') || line.find(" ;") != std::string_view::npos
        || line.find("\t;") != std::string_view::npos)
        return true;
    static constexpr std::array<std::string_view, 4> marks {"//", "#", "--", "%"};
    return std::any_of(marks.begin(), marks.end(),
        [line](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

}
