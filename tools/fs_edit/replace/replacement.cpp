#include "replacement.hpp"

#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/line_finder.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

namespace {

// Determines the line endings of new lines: that of the line that a new line replaces, or that of
// the line before it; for the first lines, `around`.
class Ends {
public:
    explicit Ends(text::LineEnd around)
        : last(around)
    {
    }

    void pass(text::LineEnd end)
    {
        replaced.clear();
        used = 0;
        last = end == text::LineEnd::none ? last : end;
    }

    void replace(text::LineEnd end)
    {
        if (end != text::LineEnd::none)
            replaced.push_back(end);
    }

    std::string_view next_of(const text::Line& added)
    {
        if (added.end == text::LineEnd::none)
            return {};
        if (!replaced.empty())
            last = replaced[std::min(used++, replaced.size() - 1)];
        return text::bytes_of(last);
    }

private:
    std::vector<text::LineEnd> replaced; // line endings of the lines just removed
    std::size_t used = 0; // number of these that new lines have taken
    text::LineEnd last;
};

}

// Returns the added lines in place of those of the file. Lines that are common to both according to
// the script keep the text and the line ending of the file.
static std::string weave(const std::vector<text::Line>& there, const std::vector<text::Line>& added,
    const std::vector<text::ScriptStep>& script, text::LineEnd around)
{
    Ends ends(around);
    std::string result;
    for (const auto& step : script) {
        if (step.kind == text::StepKind::removed) {
            ends.replace(there[step.before].end);
            continue;
        }
        const text::Line& line = added[step.after];
        const bool is_common = step.kind == text::StepKind::common;
        if (is_common)
            ends.pass(there[step.before].end);
        result += is_common ? there[step.before].text : line.text;
        const bool keeps_end = is_common && line.end != text::LineEnd::none
            && there[step.before].end != text::LineEnd::none;
        result += keeps_end ? text::bytes_of(there[step.before].end) : ends.next_of(line);
    }
    return result;
}

// The functions below determine whether a new text that lacks a newline of the old text would
// become part of another line.

static bool ends_with_newline(std::string_view text, match::Match match)
{
    return text.substr(match.begin, match.end - match.begin).ends_with('\n');
}

static bool begins_with_newline(std::string_view text)
{
    return text.starts_with('\n') || text.starts_with("\r\n");
}

// Returns true if the match begins directly after the indentation of its line and ends with a
// newline.
static bool is_lines_after_indentation(const Change& change, match::Match match)
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

// Returns true if the match consists of whole lines, or begins with a newline like the new text,
// and the new text is not meant to be joined with the next line. It may be meant to be joined if it
// is the beginning of the old text, or if it ends with whitespace that the old text lacks.
static bool is_line_for_lines(const Change& change, match::Match match)
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

// Returns true if lines are removed together with the newlines before and after them, so that the
// line above would lose its own newline. Returns false after an opening bracket, where that is
// intended.
static bool is_removal_between_lines(const Change& change, match::Match match)
{
    const std::string_view old = change.old_text;
    if (!change.new_text.empty() || !begins_with_newline(old) || !old.ends_with('\n')
        || old.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return false;
    const std::size_t begin = text::line_begin(change.text, match.begin);
    const std::string_view above = text::trimmed(change.text.substr(begin, match.begin - begin));
    return begin < match.begin && (above.empty() || !text::is_one_of(above.back(), "([{"));
}

// Returns true if the match consists of lines and the newline before them, and the new text is not
// meant to be joined with the line above. It may be meant to be joined if it begins with a single
// space or like the rest of an expression, or if it is the end of the old text.
static bool is_line_for_lines_below(const Change& change, match::Match match)
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

static std::string_view part_of(std::string_view text, match::Match match)
{
    return text.substr(match.begin, match.end - match.begin);
}

std::vector<text::Line> surroundings(std::string_view text, match::Match match)
{
    static constexpr std::size_t max_bytes = std::size_t {256} << 10U;
    const std::size_t begin
        = match.begin > max_bytes ? text::line_begin(text, match.begin - max_bytes) : 0;
    return text::split_lines(text.substr(begin, match.end + max_bytes - begin));
}

match::Replacement replace_with(
    std::string_view text, match::Match match, std::string_view new_text)
{
    if (new_text.find('\n') == std::string_view::npos)
        return {match, std::string(new_text)};
    Ends ends(text::end_around(text, match.begin, match.end));
    for (const auto& line : text::split_lines(part_of(text, match)))
        ends.replace(line.end);
    std::string result;
    for (const auto& line : text::split_lines(new_text))
        result.append(line.text).append(ends.next_of(line));
    return {match, std::move(result)};
}

// A last line without a newline stays without one, even if the old text was written with it.
static void keep_missing_newline(const std::vector<text::Line>& there,
    const std::vector<text::Line>& old_lines, std::vector<text::Line>& added)
{
    if (!added.empty() && there.back().end == text::LineEnd::none
        && old_lines.back().end != text::LineEnd::none)
        added.back().end = text::LineEnd::none;
}

static bool has_crlf(std::string_view text) { return text.find("\r\n") != std::string_view::npos; }

// Returns true if the new text already has the line endings that it should have. This includes a
// new text that differs from the old one only in its line endings, since that difference is what
// was asked for.
static bool are_ends_meant(const Change& change, match::Match match)
{
    if (part_of(change.text, match) != change.old_text)
        return false;
    if (!has_crlf(change.old_text) && !has_crlf(change.new_text))
        return text::end_around(change.text, match.begin, match.end) == text::LineEnd::lf;
    return change.old_text.ends_with('\n') == change.new_text.ends_with('\n')
        && match::texts_of(text::split_lines(change.old_text))
        == match::texts_of(text::split_lines(change.new_text));
}

match::Replacement replace_as_it_is(const Change& change, match::Match match)
{
    const std::string_view there = part_of(change.text, match);
    if (change.new_text.find('\n') == std::string_view::npos || are_ends_meant(change, match))
        return {match, std::string(change.new_text)};
    const auto lines = text::split_lines(there);
    const auto old_lines = text::split_lines(change.old_text);
    auto added = text::split_lines(change.new_text);
    const auto script = text::line_script(match::texts_of(old_lines), match::texts_of(added));
    keep_missing_newline(lines, old_lines, added);
    return {
        match, weave(lines, added, script, text::end_around(change.text, match.begin, match.end))};
}

static std::string text_of(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text.append(line).append("\n");
    return text;
}

// Returns a doubt if the match begins directly after the indentation of its line and the new text
// is not clearly indented like the file.
static std::optional<AmbiguousReplacement> unclear_after_indentation(
    const Change& change, match::Match match)
{
    const std::size_t begin = text::line_begin(change.text, match.begin);
    const std::string_view indentation
        = text::indentation_of(change.text.substr(begin, match.begin - begin));
    const auto there = text::split_lines(part_of(change.text, match));
    if (begin + indentation.size() != match.begin || there.empty()
        || text::trimmed(there.front().text).empty()
        || !text::indentation_of(there.front().text).empty())
        return {};
    const auto added = text::split_lines(change.new_text);
    if (match::is_indented_as_file({indentation, there, added}))
        return {};
    const std::string first = std::string(indentation) + std::string(there.front().text);
    const auto shifted = match::shift_lines(
        {{there.front()}, {{first, text::LineEnd::lf}}, added, surroundings(change.text, match)},
        match::UnknownDepthPolicy::moved);
    const bool is_cut = text::indentation_of(added.front().text).empty();
    return AmbiguousReplacement {shifted ? text_of(*shifted) : "",
        std::string(is_cut ? indentation : "") + std::string(change.new_text), {},
        is_cut ? FirstLine::cut : FirstLine::whole};
}

// Adds newlines that the new text lacks. If it replaces whole lines and has no newline at its end,
// it would be joined with the next line, or give that line more indentation. If it lacks the
// newline before such lines, it would become a part of the line above.
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
        || (!is_lines_after_indentation(change, match) && !is_line_for_lines(change, match)))
        return replace(change, match);
    if (change.new_text.empty())
        return match::Replacement {{text::line_begin(change.text, match.begin), match.end}, {}};
    const std::string ended = std::string(change.new_text) + "\n";
    return replace({change.text, change.old_text, ended}, match);
}

static Replaced replace_clear(const Change& change, match::Match match)
{
    if (auto unclear = unclear_after_indentation(change, match))
        return *std::move(unclear);
    return replace_as_it_is(change, match);
}

static Replaced replace_clear_typography(const Change& change, match::Match match)
{
    if (auto unclear = unclear_after_indentation(change, match))
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

// Gives the last new line a newline exactly if the old text has one: both texts represent whole
// lines, whichever of them was written with its last newline.
static void end_as(const std::vector<text::Line>& old_lines, std::vector<text::Line>& added)
{
    if (added.empty())
        return;
    if (old_lines.back().end == text::LineEnd::none)
        added.back().end = text::LineEnd::none;
    else if (added.back().end == text::LineEnd::none)
        added.back().end = text::LineEnd::lf;
}

// Returns the old lines as they were written, with the indentation of the file.
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

AmbiguousReplacement unclear(const match::Indented& indented)
{
    return {indented.shifted ? text_of(*indented.shifted) : "", "",
        indented.stepped && indented.stepped != indented.shifted ? text_of(*indented.stepped) : ""};
}

// The lines of the match, of the old text and of the new text, for a match of whole lines.
struct WholeLines {
    WholeLines(const Change& change, match::Match match)
        : there(text::split_lines(part_of(change.text, match)))
        , old_lines(text::split_lines(change.old_text))
        , added(text::split_lines(change.new_text))
    {
        // If the last old line consists of whitespace without a newline, the file may have an empty
        // line there, which split_lines() does not return.
        if (there.size() + 1 == old_lines.size())
            there.push_back({"", text::LineEnd::none});
    }

    std::vector<text::Line> there, old_lines, added;
};

static match::Replacement put_in(WholeLines lines, const Change& change, match::Match match,
    const std::vector<std::string>& texts)
{
    for (std::size_t number = 0; number < lines.added.size(); ++number)
        lines.added[number].text = texts[number];
    const auto old_texts = indented_as(lines.there, lines.old_lines);
    const auto script
        = text::line_script({old_texts.begin(), old_texts.end()}, match::texts_of(lines.added));
    end_as(lines.old_lines, lines.added);
    keep_missing_newline(lines.there, lines.old_lines, lines.added);
    return {match,
        weave(lines.there, lines.added, script,
            text::end_around(change.text, match.begin, match.end))};
}

Replaced replace_lines(const Change& change, match::Match match)
{
    const WholeLines lines(change, match);
    const auto indented = match::indent_as_file(
        {lines.old_lines, lines.there, lines.added, surroundings(change.text, match)});
    if (!indented.lines)
        return unclear(indented);
    if (match::alters_verbatim_lines({lines.old_lines, lines.added, *indented.lines}))
        return AmbiguousReplacement {text_of(*indented.lines), {}, {}};
    return put_in(lines, change, match, *indented.lines);
}

Replaced replace_lines_shifted(const Change& change, match::Match match)
{
    Replaced replaced = replace_lines(change, match);
    const WholeLines lines(change, match);
    if (std::holds_alternative<match::Replacement>(replaced) || lines.old_lines.size() != 1)
        return replaced;
    const auto shifted = match::shift_lines(
        {lines.old_lines, lines.there, lines.added, surroundings(change.text, match)},
        match::UnknownDepthPolicy::moved);
    return shifted ? put_in(lines, change, match, *shifted) : std::move(replaced);
}

}
