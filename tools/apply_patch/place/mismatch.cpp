#include "mismatch.hpp"

#include "odd_lines.hpp"
#include "toolkit/match/nearest_block.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

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

// Returns the lines from `place` on that the side would take, as far as the file has them.
static match::Block block_at(
    const read::Side& side, const std::vector<text::Line>& file, std::size_t place)
{
    return {place, std::min(place + side.lines.size(), file.size())};
}

// Returns what is wrong with the hunk at this block.
static std::string first_difference(
    const read::Side& side, const std::vector<text::Line>& file, const match::Block& block)
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
