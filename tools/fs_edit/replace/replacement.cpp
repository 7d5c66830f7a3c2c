#include "replacement.hpp"

#include "cut_indentation.hpp"
#include "indentation.hpp"
#include "toolkit/text/folding.hpp"
#include "tools/fs_edit/find/search.hpp"
#include "tools/fs_edit/find/typography.hpp"
#include "weave.hpp"

#include <algorithm>

static std::string_view part_of(std::string_view text, Match match)
{
    return text.substr(match.begin, match.end - match.begin);
}

LineEnd end_around(std::string_view text, Match match)
{
    std::size_t newline = text.find('\n', match.end);
    if (newline == std::string_view::npos) {
        const std::size_t begin = line_begin(text, match.begin);
        newline = begin > 0 ? begin - 1 : newline;
    }
    if (newline == std::string_view::npos)
        newline = text.find('\n', match.begin);
    if (newline == std::string_view::npos)
        return LineEnd::lf;
    return newline > 0 && text[newline - 1] == '\r' ? LineEnd::crlf : LineEnd::lf;
}

static std::vector<std::string_view> texts_of(const std::vector<Line>& lines)
{
    std::vector<std::string_view> texts;
    texts.reserve(lines.size());
    for (const auto& line : lines)
        texts.push_back(line.text);
    return texts;
}

// As much of the text around a match as tells how it is indented.
static std::vector<Line> surroundings(std::string_view text, Match match)
{
    static constexpr std::size_t most = std::size_t {256} << 10U;
    const std::size_t begin = match.begin > most ? line_begin(text, match.begin - most) : 0;
    return split_lines(text.substr(begin, match.end + most - begin));
}

Replacement replace_with(std::string_view text, Match match, std::string_view new_text)
{
    if (new_text.find('\n') == std::string_view::npos)
        return {match, std::string(new_text)};
    const auto there = split_lines(part_of(text, match));
    const auto fresh = split_lines(new_text);
    return {
        match, weave({there, fresh, replace_all_lines(there.size(), fresh.size()), end_around(text, match)})};
}

// A last line without a line break stays so under a text that was written with one.
static void keep_missing_newline(
    const std::vector<Line>& there, const std::vector<Line>& old_lines, std::vector<Line>& fresh)
{
    if (!fresh.empty() && there.back().end == LineEnd::none && old_lines.back().end != LineEnd::none)
        fresh.back().end = LineEnd::none;
}

static bool has_crlf(std::string_view text) { return text.find("\r\n") != std::string_view::npos; }

// Are the new text's ends as they are to be? Those of a text in which nothing but ends is new are what is asked for.
static bool are_ends_meant(const Change& change, Match match)
{
    if (part_of(change.text, match) != change.old_text)
        return false;
    if (!has_crlf(change.old_text) && !has_crlf(change.new_text))
        return end_around(change.text, match) == LineEnd::lf;
    return texts_of(split_lines(change.old_text)) == texts_of(split_lines(change.new_text));
}

Replacement replace_as_it_is(const Change& change, Match match)
{
    const std::string_view there = part_of(change.text, match);
    if (change.new_text.find('\n') == std::string_view::npos || are_ends_meant(change, match))
        return {match, std::string(change.new_text)};
    const auto lines = split_lines(there);
    const auto old_lines = split_lines(change.old_text);
    auto fresh = split_lines(change.new_text);
    const auto script = line_script(texts_of(old_lines), texts_of(fresh));
    keep_missing_newline(lines, old_lines, fresh);
    return {match, weave({lines, fresh, script, end_around(change.text, match)})};
}

static std::string text_of(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text.append(line).append("\n");
    return text;
}

// Nothing if the new text of a match that begins behind the indentation of its line is clearly indented as the file is.
static std::optional<Unclear> unclear_behind_indentation(const Change& change, Match match)
{
    const std::size_t begin = line_begin(change.text, match.begin);
    const std::string_view indentation = indentation_of(change.text.substr(begin, match.begin - begin));
    const auto there = split_lines(part_of(change.text, match));
    if (begin + indentation.size() != match.begin || there.empty() || trimmed(there.front().text).empty()
        || !indentation_of(there.front().text).empty())
        return {};
    const auto fresh = split_lines(change.new_text);
    if (is_indented_as_file({indentation, there, fresh}))
        return {};
    const std::string first = std::string(indentation) + std::string(there.front().text);
    const auto shifted
        = shift_lines({{there.front()}, {{first, LineEnd::lf}}, surroundings(change.text, match)}, fresh);
    const bool is_cut = indentation_of(fresh.front().text).empty();
    return Unclear {shifted ? text_of(*shifted) : "",
        std::string(is_cut ? indentation : "") + std::string(change.new_text),
        is_cut ? FirstLine::cut : FirstLine::whole};
}

Replaced replace_exact(const Change& change, Match match)
{
    if (auto unclear = unclear_behind_indentation(change, match))
        return *std::move(unclear);
    return replace_as_it_is(change, match);
}

Replaced replace_typographic(const Change& change, Match match)
{
    if (auto unclear = unclear_behind_indentation(change, match))
        return *std::move(unclear);
    return Replacement {match, typographic_text(change, match, end_around(change.text, match))};
}

// Whole lines take the place of whole lines, whichever of the two texts was written with its last line break.
static void end_as(const std::vector<Line>& old_lines, std::vector<Line>& fresh)
{
    if (fresh.empty())
        return;
    if (old_lines.back().end == LineEnd::none)
        fresh.back().end = LineEnd::none;
    else if (fresh.back().end == LineEnd::none)
        fresh.back().end = LineEnd::lf;
}

// The old lines as they were written but for their indentation.
static std::vector<std::string> indented_as(
    const std::vector<Line>& there, const std::vector<Line>& old_lines)
{
    std::vector<std::string> texts;
    for (std::size_t number = 0; number < old_lines.size(); ++number) {
        const std::string_view text = old_lines[number].text;
        texts.emplace_back(trimmed(text).empty() ? "" : indentation_of(there[number].text))
            .append(trimmed(text).empty() ? text : text.substr(indentation_of(text).size()));
    }
    return texts;
}

static Unclear unclear(const Indented& indented)
{
    return {indented.shifted ? text_of(*indented.shifted) : "", ""};
}

Replaced replace_lines(const Change& change, Match match)
{
    auto there = split_lines(part_of(change.text, match));
    const auto old_lines = split_lines(change.old_text);
    // An old line of blanks alone, without an end, is an empty one there: of which nothing is left to be split off.
    if (there.size() + 1 == old_lines.size())
        there.push_back({"", LineEnd::none});
    auto fresh = split_lines(change.new_text);
    const auto indented = indent_as_file({old_lines, there, surroundings(change.text, match)}, fresh);
    if (!indented.lines)
        return unclear(indented);
    for (std::size_t number = 0; number < fresh.size(); ++number)
        fresh[number].text = (*indented.lines)[number];
    const auto old_texts = indented_as(there, old_lines);
    const auto script = line_script({old_texts.begin(), old_texts.end()}, texts_of(fresh));
    end_as(old_lines, fresh);
    keep_missing_newline(there, old_lines, fresh);
    return Replacement {match, weave({there, fresh, script, end_around(change.text, match)})};
}

static std::string_view without_edges(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// The lines that begin with a token.
struct LineStarts {
    std::vector<Line> written;
    std::vector<Line> file;
};

static bool starts_line(std::string_view text, std::size_t at)
{
    const std::size_t begin = line_begin(text, at);
    return indentation_of(text.substr(begin)).size() == at - begin;
}

static LineStarts line_starts(const Change& change, Match match)
{
    const auto written = tokens_of(change.old_text);
    const auto there = tokens_of(part_of(change.text, match));
    const auto line_of = [](std::string_view text, std::string_view token) {
        const auto at = static_cast<std::size_t>(token.data() - text.data());
        const std::size_t begin = line_begin(text, at);
        return Line {text.substr(begin, line_end(text, at) - begin), LineEnd::lf};
    };
    LineStarts starts;
    for (std::size_t number = 0; number < std::min(written.size(), there.size()); ++number) {
        const auto at = [](std::string_view text, std::string_view token) {
            return static_cast<std::size_t>(token.data() - text.data());
        };
        if (starts_line(change.old_text, at(change.old_text, written[number]))
            && starts_line(change.text, at(change.text, there[number]))) {
            starts.written.push_back(line_of(change.old_text, written[number]));
            starts.file.push_back(line_of(change.text, there[number]));
        }
    }
    return starts;
}

// Nothing takes the place of tokens: where they were all of their lines, those go too.
static Replacement remove_tokens(const Change& change, Match match)
{
    const std::size_t end = line_end(change.text, match.end);
    const bool is_whole = starts_line(change.text, match.begin)
        && trimmed(change.text.substr(match.end, end - match.end)).empty();
    if (is_whole && change.old_text.ends_with('\n')) {
        match.begin = line_begin(change.text, match.begin);
        match.end = std::min(change.text.find('\n', match.end), change.text.size() - 1) + 1;
    }
    return {match, ""};
}

Replaced replace_tokens(const Change& change, Match match)
{
    const std::string_view new_text = without_edges(change.new_text);
    const LineStarts starts = line_starts(change, match);
    // What is indented otherwise is another text, though there is nothing to indent.
    if (!indent_as_file({starts.written, starts.file, starts.file}, {}).lines)
        return Unclear {};
    if (new_text.empty())
        return remove_tokens(change, match);
    if (new_text.find('\n') == std::string_view::npos)
        return Replacement {match, std::string(new_text)};
    const std::size_t first = change.new_text.find_first_not_of(" \t\r\n");
    const std::size_t begin = line_begin(change.new_text, first);
    const auto fresh = split_lines(change.new_text.substr(begin, first + new_text.size() - begin));
    if (starts.written.empty())
        return Unclear {};
    const auto indented
        = indent_as_file({starts.written, starts.file, surroundings(change.text, match)}, fresh);
    if (!indented.lines)
        return unclear(indented);
    std::string joined;
    for (std::size_t number = 0; number < fresh.size(); ++number)
        joined.append((*indented.lines)[number]).append(bytes_of(fresh[number].end));
    joined.erase(0, indentation_of(joined).size());
    return replace_with(change.text, match, joined);
}
