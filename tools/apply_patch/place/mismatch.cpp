#include "mismatch.hpp"

#include "toolkit/match/nearest_block.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace apply_patch::place {

using namespace toolkit;

// Returns a hint if a line of context looks like a marker of the patch format.
static std::string hint_about_markers(const read::Hunk& hunk)
{
    static constexpr std::array<std::string_view, 6> markers {"*** Add File:", "*** Update File:",
        "*** Delete File:", "*** Move to:", "*** End of File", "*** End Patch"};
    for (const auto& [mark, line] : hunk.lines) {
        const std::string_view text = text::trimmed(line.text);
        const auto starts = [text](std::string_view marker) { return text.starts_with(marker); };
        if (hunk.matching == read::Matching::lenient && mark == read::Mark::context
            && std::any_of(markers.begin(), markers.end(), starts))
            return "the line " + text::in_quotes(" " + std::string(line.text))
                + " was read as a line of the file: write it without whitespace in front if it is "
                  "not; ";
    }
    return "";
}

static std::string hint_about_line_numbers(const read::Hunk& hunk)
{
    bool has_any = false;
    for (const auto& [mark, line] : hunk.lines) {
        if (mark == read::Mark::added || text::trimmed(line.text).empty())
            continue;
        if (text::number_before(line.text).empty())
            return "";
        has_any = true;
    }
    return has_any ? "the lines of the hunk begin with line numbers, which are not part of the "
                     "file: leave them out; "
                   : "";
}

// U+0300 to U+036F
static bool has_combining_mark(std::string_view text)
{
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
        if (text[at] == '\xcc' || (text[at] == '\xcd' && text[at + 1] < '\xb0'))
            return true;
    return false;
}

static bool has_other_letters(std::string_view text)
{
    return std::any_of(text.begin(), text.end(),
        [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; });
}

template<typename Property>
static bool any_old_line(const read::Hunk& hunk, Property has)
{
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const read::HunkLine& line) {
        return line.mark != read::Mark::added && has(line.line.text);
    });
}

template<typename Property>
static std::size_t first_line(const std::vector<text::Line>& file, Property has)
{
    const auto line = std::find_if(
        file.begin(), file.end(), [&](const text::Line& line) { return has(line.text); });
    return line == file.end() ? 0 : static_cast<std::size_t>(line - file.begin()) + 1;
}

static std::string hint_about_encoding(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    const auto has_nul
        = [](std::string_view text) { return text.find('\0') != std::string_view::npos; };
    if (!file.empty() && has_nul(file.front().text) && !any_old_line(hunk, has_nul))
        return "the file is UTF-16 or binary, and a patch is UTF-8: convert the file first; ";
    if (!any_old_line(hunk, has_other_letters))
        return "";
    const auto is_other = [](std::string_view text) { return !text::is_utf8(text); };
    if (const std::size_t line = first_line(file, is_other);
        line != 0 && !any_old_line(hunk, is_other))
        return "line " + std::to_string(line)
            + " of the file is not UTF-8, and the patch is: send the patch in the encoding of the "
              "file, as 'unifiedDiffBase64'; ";
    const bool is_decomposed = any_old_line(hunk, has_combining_mark);
    const std::size_t line = first_line(file, has_combining_mark);
    if (line != 0 && !is_decomposed)
        return "line " + std::to_string(line)
            + " of the file has letters with combining marks (NFD), the hunk has single letters "
              "(NFC): write them as in the file; ";
    if (line == 0 && is_decomposed && first_line(file, has_other_letters) != 0)
        return "the hunk has letters with combining marks (NFD), the file has none (NFC): write "
               "single letters; ";
    return "";
}

static std::string hint_about_returns(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    const auto has_return
        = [](const text::Line& line) { return line.text.find('\r') != std::string_view::npos; };
    const auto line = std::find_if(file.begin(), file.end(), has_return);
    const bool is_known = std::any_of(hunk.lines.begin(), hunk.lines.end(),
        [&](const read::HunkLine& line) { return has_return(line.line); });
    if (line != file.end() && !is_known)
        return "line " + std::to_string(line - file.begin() + 1)
            + " of the file has a carriage return without a newline, which ends no line: write it "
              "in the patch as it is ('\\r' in JSON); ";
    return "";
}

// Returns a hint that ends in "; " if the lines of the hunk or the file show why it fits nowhere: a
// marker that was read as context, line numbers before the lines, another encoding of the file or
// of its accented letters, or carriage returns. Otherwise returns an empty string.
static std::string hint_about_odd_lines(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    for (const auto& hint : {hint_about_markers(hunk), hint_about_encoding(hunk, file),
             hint_about_line_numbers(hunk), hint_about_returns(hunk, file)})
        if (!hint.empty())
            return hint;
    return "";
}

std::string in_words(const HunkName& name)
{
    return "hunk " + std::to_string(name.number) + " of " + text::in_quotes(name.file) + " (line "
        + std::to_string(name.patch_line) + " of the patch)";
}

static ToolError ambiguous(const HunkName& name, const read::Hunk& hunk, const Placement& placement)
{
    std::string lines;
    for (std::size_t index = 0; index < placement.places.size(); ++index) {
        if (index > 0)
            lines += index + 1 == placement.places.size() ? " and " : ", ";
        lines += std::to_string(placement.places[index] + 1);
    }
    const std::string at = hunk.stated
        ? ", not at line " + std::to_string(hunk.stated->before.start) + " as it says"
        : "";
    return {Code::ambiguous,
        in_words(name) + " fits at lines " + lines + (placement.places.size() == 2 ? "" : at),
        hunk.matching == read::Matching::lenient
            ? std::string(placement.level < MatchLevel::indentation
                      ? ""
                      : "copy its lines from the file with their indentation, or ")
                + "add lines of context that are there only once, or name a line above the place: "
                  "'@@ class Name' or '@@ def name():'"
            : "correct the line number in its '@@' line, or add lines of context that are there "
              "only once"};
}

// Returns the range of lines that the side would take from `place` on, cut at the end of the file.
static match::LineRange block_at(
    const read::Side& side, const std::vector<text::Line>& file, std::size_t place)
{
    return {place, std::min(place + side.lines.size(), file.size())};
}

// Describes the first difference between the side and this block of the file.
static std::string first_difference(
    const read::Side& side, const std::vector<text::Line>& file, const match::LineRange& block)
{
    if (auto words = match::first_difference(file, block, side.lines, "the patch"))
        return *words;
    if (side.is_at_end && block.end != file.size())
        return "the patch says that the file ends after line " + std::to_string(block.end)
            + ", and it goes on";
    if (side.last_end)
        return "the patch says that the file ends without a newline, and it ends with one";
    return "its lines are taken by another hunk";
}

// Returns true if the file has the side at `place`, ignoring whitespace at both ends of each line.
static bool stands_at(
    const read::Side& side, const std::vector<text::Line>& file, std::size_t place)
{
    match::LineTexts texts;
    for (const auto& line : side.lines)
        texts.push_back(text::trimmed(line.text));
    return match::stands_at(file, place, texts, MatchLevel::indentation);
}

static ToolError no_match_without_context(
    const std::string& what, const read::Hunk& hunk, const read::Side& side, const Finder& finder)
{
    const std::string why = is_bound_to_beginning(hunk)
        ? "; at line 1, without context before its change, it fits at the beginning of the file "
          "only"
        : "; without context it fits at its line only";
    const std::size_t line = *stated_before(hunk);
    if (line + side.lines.size() > finder.file().size())
        return {Code::no_match,
            what + ": the file has " + std::to_string(finder.file().size()) + " lines" + why,
            "add lines of context, or correct the line number in its '@@' line"};
    const auto& file = finder.file();
    const auto nearest = match::find_nearest_block(file, side.lines, line);
    return {Code::no_match,
        what + ": " + first_difference(side, file, block_at(side, file, line)) + why,
        nearest && nearest->begin != line
            ? "its first line is near line " + std::to_string(nearest->begin + 1)
                + " of the file: correct the line number in its '@@' line, or add lines of context"
            : "add lines of context, or correct the line number in its '@@' line"};
}

static ToolError not_placed(
    const HunkName& name, const read::Hunk& hunk, const Placement& placement, const Finder& finder);

ToolError mismatch(
    const HunkName& name, const read::Hunk& hunk, const Placement& placement, const Finder& finder)
{
    if (placement.places.size() > 1)
        return ambiguous(name, hunk, placement);
    ToolError error = not_placed(name, hunk, placement, finder);
    if (placement.trace.line)
        error.hint.insert(0,
            "what it makes of its lines stands at line " + std::to_string(*placement.trace.line + 1)
                + ": if it has been applied, leave it out; ");
    error.hint.insert(0, hint_about_odd_lines(hunk, finder.file()));
    return error;
}

static ToolError not_placed(
    const HunkName& name, const read::Hunk& hunk, const Placement& placement, const Finder& finder)
{
    const read::Side side = read::old_side(hunk);
    const std::string what = in_words(name) + " does not fit";
    if (!placement.problem.empty())
        return {Code::no_match, what + ": " + placement.problem, placement.hint};
    if (placement.stated
        && (read::count_lines(hunk, read::Mark::context) == 0 || is_bound_to_beginning(hunk)))
        return no_match_without_context(what, hunk, side, finder);
    if (side.lines.empty())
        return {Code::no_match, what + ": it shows no line of the file", "add lines of context"};
    const auto& file = finder.file();
    auto block = match::find_nearest_block(file, side.lines, placement.stated.value_or(0));
    if (!block && placement.stated && *placement.stated < file.size())
        block = block_at(side, file, *placement.stated);
    if (!block)
        return {Code::no_match, what + ": none of its lines is in the file",
            "read the file again and send a patch made for what it holds now"};
    if (block->begin < placement.scope && stands_at(side, file, block->begin))
        return {Code::no_match,
            what + ": its lines are at line " + std::to_string(block->begin + 1) + ", above line "
                + std::to_string(placement.scope + 1) + ", " + text::in_quotes(hunk.anchors.back())
                + ", which its '@@' names",
            "name a line above the hunk's own lines"};
    return {Code::no_match, what + ": " + first_difference(side, file, *block),
        "the nearest place is " + match::block_in_words(*block) + ":"
            + match::excerpt(file, *block)};
}

}
