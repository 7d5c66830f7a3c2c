#include "edit_errors.hpp"

#include "toolkit/match/nearest_block.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"
#include "tools/fs_edit/find/cause.hpp"

#include <algorithm>

namespace fs_edit {

using namespace toolkit;

static std::string_view without_what(Strategy strategy)
{
    switch (strategy) {
    case Strategy::lines: return ", compared without indentation";
    case Strategy::tokens: return ", compared without whitespace";
    case Strategy::typography: return ", compared without typography";
    case Strategy::exact:
    case Strategy::listing:
    case Strategy::regex:
    case Strategy::insert:
    case Strategy::create: break;
    }
    return "";
}

// Returns the lines of the places, each line once. Continues counting from one place to the next,
// so that many places cost only one pass over the text.
static std::vector<std::size_t> lines_of(
    std::string_view text, const std::vector<match::Match>& places)
{
    std::vector<std::size_t> lines;
    std::size_t line = 1;
    std::size_t at = 0;
    for (const auto& place : places) {
        line += match::line_at(text.substr(at), place.begin - at) - 1;
        at = place.begin;
        if (lines.empty() || lines.back() != line)
            lines.push_back(line);
    }
    return lines;
}

// Returns text like "2 places: lines 10 and 22" or "2 places of line 3".
static std::string places_in_words(std::string_view text, const std::vector<match::Match>& places)
{
    static constexpr std::size_t most = 100;
    const auto lines = lines_of(text, places);
    const std::string count
        = std::to_string(places.size()) + (places.size() == 1 ? " place" : " places");
    if (places.size() == 1)
        return count + ": line " + std::to_string(lines.front());
    if (lines.size() == 1)
        return count + " of line " + std::to_string(lines.front());
    std::string words = count + ": lines ";
    for (std::size_t index = 0; index < std::min(lines.size(), most); ++index) {
        if (index > 0)
            words += index + 1 == lines.size() ? " and " : ", ";
        words += std::to_string(lines[index]);
    }
    return lines.size() <= most ? words
                                : words + " and " + std::to_string(lines.size() - most) + " more";
}

ToolError ambiguous(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file)
{
    return {Code::ambiguous,
        "'oldString' is in " + text::in_quotes(file) + " at " + places_in_words(text, places)
            + std::string(without_what(strategy)),
        "add lines around it that are there only once, or set 'replaceAll' to change all of them"};
}

// Returns "line 12:" and the lines of the place.
static std::string lines_in_words(std::string_view text, match::Match place)
{
    const std::size_t begin = text::line_begin(text, place.begin);
    const auto lines = text::split_lines(
        text.substr(begin, match::line_end(text, std::max(begin + 1, place.end) - 1) - begin));
    return "line " + std::to_string(match::line_at(text, place.begin)) + ":"
        + match::excerpt(lines, {0, lines.size()});
}

ToolError ambiguous_ways(
    std::string_view text, const FoundPlace& place, const FoundPlace& other, std::string_view file)
{
    const auto in_words = [&](const FoundPlace& found) {
        return "at line " + std::to_string(match::line_at(text, found.match.begin))
            + std::string(without_what(found.strategy));
    };
    return {Code::ambiguous,
        "'oldString' is in " + text::in_quotes(file) + " " + in_words(place) + ", and "
            + in_words(other),
        "copy the lines that are meant: " + lines_in_words(text, place.match) + "\n"
            + lines_in_words(text, other.match)};
}

ToolError outcome_elsewhere(
    std::string_view text, const FoundPlace& place, std::size_t outcome, std::string_view file)
{
    return {Code::ambiguous,
        "'oldString' is in " + text::in_quotes(file) + " at line "
            + std::to_string(match::line_at(text, place.match.begin))
            + std::string(without_what(place.strategy)) + ", and 'newString' is at line "
            + std::to_string(match::line_at(text, outcome)) + " already",
        "if the edit has been made, there is nothing to do; else copy 'oldString' from the file "
        "with its indentation"};
}

ToolError other_count(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file)
{
    ToolError error = ambiguous(text, places, strategy, file);
    error.message += ", and 'expectedReplacements' is ";
    error.hint.clear();
    return error;
}

ToolError already_applied(std::string_view text, std::size_t offset, std::string_view file)
{
    return {Code::conflict,
        "already applied: 'newString' is in " + text::in_quotes(file) + " at line "
            + std::to_string(match::line_at(text, offset)),
        "there is nothing to do; to put it in once more, send the lines around the place too"};
}

ToolError applied_in_part(std::string_view text, std::size_t offset, std::string_view file)
{
    return {Code::ambiguous,
        "'newString' is in " + text::in_quotes(file) + " at line "
            + std::to_string(match::line_at(text, offset))
            + " already, and 'oldString' is at other places, too",
        "send each of those with what is around it, or set 'match' to \"exact\" to replace "
        "'oldString' within 'newString' as well"};
}

ToolError put_in_before(std::string_view text, std::size_t offset, std::string_view file)
{
    return {Code::ambiguous,
        "'oldString' is in what an edit before it puts in, and fits line "
            + std::to_string(match::line_at(text, offset)) + " of " + text::in_quotes(file)
            + " except for whitespace or typography",
        "if that line is meant, copy it from the file; if the new text is, put it in as it will "
        "be, by one edit"};
}

ToolError stands_in_place_of_old(std::string_view text, std::size_t offset, std::string_view file)
{
    return {Code::conflict,
        "already applied: 'oldString' is not in " + text::in_quotes(file)
            + ", and 'newString' is, at line " + std::to_string(match::line_at(text, offset)),
        "there is nothing to do; if another place is meant, send its lines as the file has them"};
}

ToolError with_place_of_new_text(ToolError error, std::string_view text, std::size_t offset)
{
    error.message += "; 'newString' is at line " + std::to_string(match::line_at(text, offset))
        + ", which may be another place";
    return error;
}

ToolError unclear_indentation(std::string_view text, match::Match match,
    const replace::AmbiguousReplacement& readings, std::string_view file)
{
    const bool is_line
        = text.substr(match.begin, match.end - match.begin).find('\n') == std::string_view::npos;
    const std::string hint = readings.first_line == replace::FirstLine::whole
        ? "indent both as the file is"
        : std::string(
              "send both with the indentation of all lines, or set 'match' to \"exact\" for "
              "'newString' as it is")
            + (is_line && !readings.shifted.empty() ? ", or to \"flexible\" for it shifted" : "");
    const std::string message = "'oldString' fits " + text::in_quotes(file) + " at line "
        + std::to_string(match::line_at(text, match.begin)) + " but for its indentation, and ";
    if (readings.shifted.empty())
        return {Code::no_match, message + "how to indent 'newString' does not follow from it",
            hint + ": read the lines first"};
    const auto shown = [](std::string_view reading) {
        const auto lines = text::split_lines(reading);
        return match::excerpt(lines, {0, lines.size()});
    };
    if (!readings.stepped.empty())
        return {Code::no_match,
            message
                + "'newString' has a depth that 'oldString' does not show, and may have other "
                  "steps than the file",
            hint + "; shifted like 'oldString', 'newString' is:" + shown(readings.shifted)
                + "\nand in as many steps of the file:" + shown(readings.stepped)};
    return {Code::no_match,
        message + "'newString' may be meant as it is, or shifted like 'oldString'",
        hint + "; as it is, 'newString' is:" + shown(readings.as_written)
            + "\nand shifted like 'oldString':" + shown(readings.shifted)};
}

ToolError unclear_gaps(std::string_view text, match::Match match, std::string_view file)
{
    const std::size_t begin = text::line_begin(text, match.begin);
    const auto lines
        = text::split_lines(text.substr(begin, match::line_end(text, match.end) - begin));
    return {Code::no_match,
        "'oldString' fits " + text::in_quotes(file) + " at line "
            + std::to_string(match::line_at(text, match.begin))
            + " except for spaces, tabs or empty lines, and 'newString' may be meant with its own "
              "or with those",
        "send both with the whitespace of the file, which has:"
            + match::excerpt(lines, {0, lines.size()})};
}

// Removes empty lines at the beginning and the end, which do not help to find the place.
static std::vector<text::Line> without_blank_edges(std::vector<text::Line> lines)
{
    const auto is_solid = [](const text::Line& line) { return !text::trimmed(line.text).empty(); };
    lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), is_solid));
    lines.erase(std::find_if(lines.rbegin(), lines.rend(), is_solid).base(), lines.end());
    return lines;
}

// Replaces escaped newlines by `line_break`, for a text that was escaped twice. Returns an empty
// string if the text has newlines, or no escaped ones.
static std::string with_line_breaks(std::string_view text, std::string_view line_break)
{
    static constexpr std::string_view escape = "\\n";
    static constexpr std::string_view escape_of_crlf = "\\r\\n";
    std::string result;
    if (text.find('\n') != std::string_view::npos || text.find(escape) == std::string_view::npos)
        return result;
    while (!text.empty()) {
        const std::string_view found = text.starts_with(escape_of_crlf) ? escape_of_crlf
            : text.starts_with(escape)                                  ? escape
                                                                        : std::string_view();
        if (found.empty())
            result += text.front();
        else
            result += line_break;
        text.remove_prefix(std::max(found.size(), std::size_t {1}));
    }
    return result;
}

ToolError no_match(std::string_view text, const EditSpec& wanted, std::string_view file)
{
    const std::string what = "'oldString' is not in " + text::in_quotes(file);
    if (wanted.mode == MatchMode::regex)
        return {Code::no_match,
            "the pattern " + text::in_quotes(wanted.old_text) + " matches nothing in "
                + text::in_quotes(file),
            "look for a part of it with fs_search"};
    if (text.empty())
        return {Code::no_match, what + ": the file is empty", "leave 'oldString' empty to fill it"};
    if (const auto cause = find::find_cause(text, wanted.old_text))
        return {Code::no_match, what + ": " + cause->words, cause->hint};
    const auto is_there_with = [&](std::string_view line_break) {
        return match::find_bytes(text, with_line_breaks(wanted.old_text, line_break), 0)
            != std::string_view::npos;
    };
    if (is_there_with("\n") || is_there_with("\r\n"))
        return {Code::no_match,
            what + ": it has a backslash and an 'n' where the file has newlines",
            "send newlines, which JSON writes as one backslash and an 'n'"};
    const auto lines = text::split_lines(text);
    if (!match::is_small(lines))
        return {
            Code::no_match, what, "the file is too large to look for what is near: use fs_search"};
    const auto sought = without_blank_edges(text::split_lines(wanted.old_text));
    const auto block = match::find_nearest_block(lines, sought);
    if (!block)
        return {Code::no_match, what + ", nor is any line like those of it",
            "read the file again and send what it holds now"};
    const auto difference = match::first_difference(lines, *block, sought, "'oldString'");
    return {Code::no_match, what + ": " + difference.value_or("it is not there in one piece"),
        "the nearest block is " + match::block_in_words(*block) + ":"
            + match::excerpt(lines, *block)};
}

}
