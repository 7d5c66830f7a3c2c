#include "context.hpp"

#include "match.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fs_edit::find {

using namespace toolkit;

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

Setting setting_at(std::string_view text, const Quotes& quotes, std::size_t place)
{
    Setting setting;
    const std::size_t end = line_end(text.substr(0, place + near), place);
    const std::string_view rest = text::without_end_blanks(text.substr(place, end - place));
    if (!rest.empty() && !rest.ends_with(";;") && end < place + near)
        setting.line_end = rest.back();
    const std::size_t at = open_bracket(text, quotes, place);
    if (at == std::string_view::npos)
        return setting;
    setting.bracket = text[at];
    const std::string_view window = text.substr(at - std::min(at, near), std::min(at, near));
    const std::string_view before = window.substr(text::line_begin(window, window.size()));
    const std::string_view head = text::without_end_blanks(before);
    // In Lisp, what is behind a word and a blank is the next thing of a list.
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
