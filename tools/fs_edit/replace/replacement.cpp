#include "replacement.hpp"

#include "line_joins.hpp"
#include "merge_lines.hpp"
#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

static std::string_view part_of(std::string_view text, match::Match match)
{
    return text.substr(match.begin, match.end - match.begin);
}

static std::vector<std::string_view> texts_of(const std::vector<text::Line>& lines)
{
    std::vector<std::string_view> texts;
    texts.reserve(lines.size());
    for (const auto& line : lines)
        texts.push_back(line.text);
    return texts;
}

std::vector<text::Line> surroundings(std::string_view text, match::Match match)
{
    static constexpr std::size_t most = std::size_t {256} << 10U;
    const std::size_t begin = match.begin > most ? text::line_begin(text, match.begin - most) : 0;
    return text::split_lines(text.substr(begin, match.end + most - begin));
}

match::Replacement replace_with(
    std::string_view text, match::Match match, std::string_view new_text)
{
    if (new_text.find('\n') == std::string_view::npos)
        return {match, std::string(new_text)};
    const auto there = text::split_lines(part_of(text, match));
    const auto fresh = text::split_lines(new_text);
    return {match,
        weave({there, fresh, replace_all_lines(there.size(), fresh.size()),
            text::end_around(text, match.begin, match.end)})};
}

// A last line without a line break stays so under a text that was written with one.
static void keep_missing_newline(const std::vector<text::Line>& there,
    const std::vector<text::Line>& old_lines, std::vector<text::Line>& fresh)
{
    if (!fresh.empty() && there.back().end == text::LineEnd::none
        && old_lines.back().end != text::LineEnd::none)
        fresh.back().end = text::LineEnd::none;
}

static bool has_crlf(std::string_view text) { return text.find("\r\n") != std::string_view::npos; }

// Are the new text's ends as they are to be? Those of a text in which nothing but ends is new are
// what is asked for.
static bool are_ends_meant(const Change& change, match::Match match)
{
    if (part_of(change.text, match) != change.old_text)
        return false;
    if (!has_crlf(change.old_text) && !has_crlf(change.new_text))
        return text::end_around(change.text, match.begin, match.end) == text::LineEnd::lf;
    return change.old_text.ends_with('\n') == change.new_text.ends_with('\n')
        && texts_of(text::split_lines(change.old_text))
        == texts_of(text::split_lines(change.new_text));
}

match::Replacement replace_as_it_is(const Change& change, match::Match match)
{
    const std::string_view there = part_of(change.text, match);
    if (change.new_text.find('\n') == std::string_view::npos || are_ends_meant(change, match))
        return {match, std::string(change.new_text)};
    const auto lines = text::split_lines(there);
    const auto old_lines = text::split_lines(change.old_text);
    auto fresh = text::split_lines(change.new_text);
    const auto script = text::line_script(texts_of(old_lines), texts_of(fresh));
    keep_missing_newline(lines, old_lines, fresh);
    return {match,
        weave({lines, fresh, script, text::end_around(change.text, match.begin, match.end)})};
}

static std::string text_of(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text.append(line).append("\n");
    return text;
}

// Nothing if the new text of a match that begins behind the indentation of its line is clearly
// indented as the file is.
static std::optional<Unclear> unclear_behind_indentation(const Change& change, match::Match match)
{
    const std::size_t begin = text::line_begin(change.text, match.begin);
    const std::string_view indentation
        = text::indentation_of(change.text.substr(begin, match.begin - begin));
    const auto there = text::split_lines(part_of(change.text, match));
    if (begin + indentation.size() != match.begin || there.empty()
        || text::trimmed(there.front().text).empty()
        || !text::indentation_of(there.front().text).empty())
        return {};
    const auto fresh = text::split_lines(change.new_text);
    if (match::is_indented_as_file({indentation, there, fresh}))
        return {};
    const std::string first = std::string(indentation) + std::string(there.front().text);
    const auto shifted = match::shift_lines(
        {{there.front()}, {{first, text::LineEnd::lf}}, fresh, surroundings(change.text, match)},
        match::NewDepths::moved);
    const bool is_cut = text::indentation_of(fresh.front().text).empty();
    return Unclear {shifted ? text_of(*shifted) : "",
        std::string(is_cut ? indentation : "") + std::string(change.new_text), {},
        is_cut ? FirstLine::cut : FirstLine::whole};
}

// Without an end of its own, the new text in place of such lines would take the next line to
// itself, or leave it an indentation more; without the newline before them, it would become a part
// of the line above.
static Replaced replace_ended(const Change& change, match::Match match,
    Replaced (*replace)(const Change& change, match::Match match))
{
    if (is_removal_between_lines(change, match))
        return replace({change.text, change.old_text, "\n"}, match);
    if (is_line_for_lines_below(change, match)) {
        const bool lacks_end = change.old_text.ends_with('\n') && !change.new_text.ends_with('\n');
        const std::string led = "\n" + std::string(change.new_text) + (lacks_end ? "\n" : "");
        return replace({change.text, change.old_text, led}, match);
    }
    if (change.new_text.ends_with('\n')
        || (!is_lines_behind_indentation(change, match) && !is_line_for_lines(change, match)))
        return replace(change, match);
    if (change.new_text.empty())
        return match::Replacement {{text::line_begin(change.text, match.begin), match.end}, {}};
    const std::string ended = std::string(change.new_text) + "\n";
    return replace({change.text, change.old_text, ended}, match);
}

static Replaced replace_clear(const Change& change, match::Match match)
{
    if (auto unclear = unclear_behind_indentation(change, match))
        return *std::move(unclear);
    return replace_as_it_is(change, match);
}

static Replaced replace_clear_typography(const Change& change, match::Match match)
{
    if (auto unclear = unclear_behind_indentation(change, match))
        return *std::move(unclear);
    return match::Replacement {match,
        match::typographic_text(part_of(change.text, match), change.old_text, change.new_text,
            text::end_around(change.text, match.begin, match.end))};
}

Replaced replace_exact(const Change& change, match::Match match)
{
    return replace_ended(change, match, replace_clear);
}

Replaced replace_typographic(const Change& change, match::Match match)
{
    return replace_ended(change, match, replace_clear_typography);
}

// Whole lines take the place of whole lines, whichever of the two texts was written with its last
// line break.
static void end_as(const std::vector<text::Line>& old_lines, std::vector<text::Line>& fresh)
{
    if (fresh.empty())
        return;
    if (old_lines.back().end == text::LineEnd::none)
        fresh.back().end = text::LineEnd::none;
    else if (fresh.back().end == text::LineEnd::none)
        fresh.back().end = text::LineEnd::lf;
}

// The old lines as they were written but for their indentation.
static std::vector<std::string> indented_as(
    const std::vector<text::Line>& there, const std::vector<text::Line>& old_lines)
{
    std::vector<std::string> texts;
    for (std::size_t number = 0; number < old_lines.size(); ++number) {
        const std::string_view text = old_lines[number].text;
        texts
            .emplace_back(
                text::trimmed(text).empty() ? "" : text::indentation_of(there[number].text))
            .append(text::trimmed(text).empty() ? text
                                                : text.substr(text::indentation_of(text).size()));
    }
    return texts;
}

Unclear unclear(const match::Indented& indented)
{
    return {indented.shifted ? text_of(*indented.shifted) : "", "",
        indented.stepped && indented.stepped != indented.shifted ? text_of(*indented.stepped) : ""};
}

// Whole lines: those of the match, and those of the two texts.
struct WholeLines {
    WholeLines(const Change& change, match::Match match)
        : there(text::split_lines(part_of(change.text, match)))
        , old_lines(text::split_lines(change.old_text))
        , fresh(text::split_lines(change.new_text))
    {
        // An old line of blanks alone, without an end, is an empty one there: of which nothing is
        // left to be split off.
        if (there.size() + 1 == old_lines.size())
            there.push_back({"", text::LineEnd::none});
    }

    std::vector<text::Line> there, old_lines, fresh;
};

static match::Replacement put_in(WholeLines lines, const Change& change, match::Match match,
    const std::vector<std::string>& texts)
{
    for (std::size_t number = 0; number < lines.fresh.size(); ++number)
        lines.fresh[number].text = texts[number];
    const auto old_texts = indented_as(lines.there, lines.old_lines);
    const auto script
        = text::line_script({old_texts.begin(), old_texts.end()}, texts_of(lines.fresh));
    end_as(lines.old_lines, lines.fresh);
    keep_missing_newline(lines.there, lines.old_lines, lines.fresh);
    return {match,
        weave({lines.there, lines.fresh, script,
            text::end_around(change.text, match.begin, match.end)})};
}

Replaced replace_lines(const Change& change, match::Match match)
{
    const WholeLines lines(change, match);
    const auto indented = match::indent_as_file(
        {lines.old_lines, lines.there, lines.fresh, surroundings(change.text, match)});
    if (!indented.lines)
        return unclear(indented);
    if (match::alters_verbatim_lines({lines.old_lines, lines.fresh, *indented.lines}))
        return Unclear {text_of(*indented.lines), {}, {}};
    return put_in(lines, change, match, *indented.lines);
}

Replaced replace_lines_shifted(const Change& change, match::Match match)
{
    Replaced replaced = replace_lines(change, match);
    const WholeLines lines(change, match);
    if (std::holds_alternative<match::Replacement>(replaced) || lines.old_lines.size() != 1)
        return replaced;
    const auto shifted = match::shift_lines(
        {lines.old_lines, lines.there, lines.fresh, surroundings(change.text, match)},
        match::NewDepths::moved);
    return shifted ? put_in(lines, change, match, *shifted) : std::move(replaced);
}

}
