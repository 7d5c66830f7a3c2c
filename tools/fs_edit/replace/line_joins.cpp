#include "line_joins.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

static bool ends_with_newline(std::string_view text, match::Match match)
{
    return text.substr(match.begin, match.end - match.begin).ends_with('\n');
}

static bool begins_with_newline(std::string_view text)
{
    return text.starts_with('\n') || text.starts_with("\r\n");
}

bool is_lines_behind_indentation(const Change& change, match::Match match)
{
    const std::size_t begin = text::line_begin(change.text, match.begin);
    return begin < match.begin
        && text::trimmed(change.text.substr(begin, match.begin - begin)).empty()
        && ends_with_newline(change.text, match);
}

static bool have_same_last_line(const Change& change)
{
    const auto old_lines = text::split_lines(change.old_text);
    const auto new_lines = text::split_lines(change.new_text);
    return old_lines.back().text == new_lines.back().text;
}

bool is_line_for_lines(const Change& change, match::Match match)
{
    if (change.new_text.empty() || change.new_text.ends_with('\n')
        || change.old_text.starts_with(change.new_text))
        return false;
    const bool ends_with_space = text::is_one_of(change.new_text.back(), " \t");
    const bool begin_with_newline
        = begins_with_newline(change.old_text) && begins_with_newline(change.new_text);
    return (!ends_with_space || have_same_last_line(change))
        && (begin_with_newline || text::line_begin(change.text, match.begin) == match.begin)
        && ends_with_newline(change.text, match);
}

bool is_removal_between_lines(const Change& change, match::Match match)
{
    const std::string_view old = change.old_text;
    if (!change.new_text.empty() || !begins_with_newline(old) || !old.ends_with('\n')
        || old.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return false;
    const std::size_t begin = text::line_begin(change.text, match.begin);
    const std::string_view above = text::trimmed(change.text.substr(begin, match.begin - begin));
    return begin < match.begin && (above.empty() || !text::is_one_of(above.back(), "([{"));
}

bool is_line_for_lines_below(const Change& change, match::Match match)
{
    const std::string_view updated = change.new_text;
    const std::string_view old = change.old_text;
    const std::size_t lines = std::min(old.find_first_not_of("\r\n"), old.size());
    if (lines == 0 || lines == old.size() || updated.empty()
        || text::is_one_of(updated.front(), "\r\n") || old.ends_with(updated)
        || text::line_begin(change.text, match.begin) == match.begin
        || (!old.ends_with('\n') && match::line_end(change.text, match.end) != match.end))
        return false;
    const std::string_view indentation = text::indentation_of(updated);
    if (indentation.empty())
        return text::indentation_of(old.substr(lines)).empty()
            && !text::is_one_of(updated.front(), ".,;:)]}{(?+*|&=");
    return indentation != " ";
}

}
