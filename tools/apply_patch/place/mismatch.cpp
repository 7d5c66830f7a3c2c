#include "mismatch.hpp"

#include "odd_lines.hpp"
#include "toolkit/text/difference_in_words.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <unordered_set>

namespace apply_patch::place {

using namespace toolkit;

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
            ? std::string(placement.folding < Folding::indentation
                      ? ""
                      : "copy its lines from the file with their indentation, or ")
                + "add lines of context that are there only once, or name a line above the place: "
                  "'@@ class Name' or '@@ def name():'"
            : "correct the line number in its '@@' line, or add lines of context that are there "
              "only once"};
}

// The lines of the file where the hunk nearly fits, to be copied.
static std::string excerpt(const std::vector<text::Line>& file, std::size_t begin, std::size_t end)
{
    static constexpr std::size_t most_bytes = 2000;
    std::string text;
    for (std::size_t number = begin; number < end; ++number) {
        text += "\n" + text::printable(file[number].text);
        if (text.size() > most_bytes)
            return text.substr(0, text::utf8_boundary(text, most_bytes)) + "\n[more]";
    }
    return text;
}

// What is wrong with the hunk at this place.
static std::string first_difference(
    const read::Side& side, const std::vector<text::Line>& file, std::size_t place)
{
    for (std::size_t number = 0; number < side.lines.size(); ++number) {
        const std::string_view wanted = side.lines[number].text;
        if (place + number >= file.size())
            return "the file ends after line " + std::to_string(file.size()) + ", the patch has "
                + text::in_quotes(wanted) + " next";
        const std::string_view there = file[place + number].text;
        if (there == wanted)
            continue;
        const std::string how = text::difference(there, wanted, "the patch");
        return "line " + std::to_string(place + number + 1) + " is " + text::in_quotes(there)
            + ", the patch has " + text::in_quotes(wanted)
            + (how.empty() ? "" : " (they differ " + how + ")");
    }
    if (side.is_at_end && place + side.lines.size() != file.size())
        return "the patch says that the file ends after line "
            + std::to_string(place + side.lines.size()) + ", and it goes on";
    if (side.last_end)
        return "the patch says that the file ends without a newline, and it ends with one";
    return "its lines are taken by another hunk";
}

// But for blanks.
static bool stands_at(
    const read::Side& side, const std::vector<text::Line>& file, std::size_t place)
{
    return place + side.lines.size() <= file.size()
        && std::equal(side.lines.begin(), side.lines.end(),
            file.begin() + static_cast<std::ptrdiff_t>(place),
            [](const text::Line& left, const text::Line& right) {
                return text::trimmed(left.text) == text::trimmed(right.text);
            });
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
    const auto place = side.lines.empty() ? std::nullopt : finder.nearest(side, line);
    return {Code::no_match, what + ": " + first_difference(side, finder.file(), line) + why,
        place ? "its first line is near line " + std::to_string(*place + 1)
                + " of the file: correct the line number in its '@@' line, or add lines of context"
              : "add lines of context, or correct the line number in its '@@' line"};
}

// Is one of the side's lines in the file, but for blanks?
static bool has_one_of(const std::vector<text::Line>& file, const read::Side& side)
{
    std::unordered_set<std::string_view> texts;
    for (const auto& line : side.lines)
        if (!text::trimmed(line.text).empty())
            texts.insert(text::trimmed(line.text));
    return std::any_of(file.begin(), file.end(),
        [&](const text::Line& line) { return texts.contains(text::trimmed(line.text)); });
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
    auto place = finder.nearest(side, placement.stated.value_or(0));
    if (!place && placement.stated && *placement.stated < finder.file().size())
        place = placement.stated;
    if (!place)
        return {Code::no_match,
            what
                + (has_one_of(finder.file(), side)
                        ? ": its lines are not in the file one after the other"
                        : ": none of its lines is in the file"),
            "read the file again and send a patch made for what it holds now"};
    if (*place < placement.scope && stands_at(side, finder.file(), *place))
        return {Code::no_match,
            what + ": its lines are at line " + std::to_string(*place + 1) + ", above line "
                + std::to_string(placement.scope + 1) + ", " + text::in_quotes(hunk.anchors.back())
                + ", which its '@@' names",
            "name a line above the hunk's own lines"};
    const std::size_t end = std::min(*place + side.lines.size(), finder.file().size());
    const std::string first = std::to_string(*place + 1);
    const std::string where
        = end > *place + 1 ? "lines " + first + " to " + std::to_string(end) : "line " + first;
    return {Code::no_match, what + ": " + first_difference(side, finder.file(), *place),
        "the nearest place is " + where + ":" + excerpt(finder.file(), *place, end)};
}

}
