#include "finder.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

// Returns true if the last line of the file ends like the last line of the side: with or without a
// newline. Assumes that the two lines are compared with each other.
bool Finder::has_end_of(const read::Side& side) const
{
    return !side.last_end
        || (lines.back().end == text::LineEnd::none) == (*side.last_end == text::LineEnd::none);
}

bool Finder::fits(const read::Side& side, std::size_t place) const
{
    return (!side.is_at_end || place + side.lines.size() == lines.size())
        && match::stands_at(lines, place, match::texts_of(side.lines), level) && has_end_of(side);
}

std::vector<std::size_t> Finder::find_within(
    const read::Side& side, const std::vector<LineRange>& ranges, std::size_t max)
{
    if (side.lines.empty() || side.lines.size() > lines.size() || !has_end_of(side))
        return {};
    if (!index) {
        match::LineTexts known;
        for (const auto& hunk : hunks)
            for (const auto& line : hunk.lines)
                known.push_back(line.line.text);
        index.emplace(lines, known, level,
            match::Budget(match::max_comparisons,
                ToolError(Code::too_large,
                    "cannot look for the hunks elsewhere: too many lines of the file are alike",
                    "correct the line numbers in the '@@' lines")));
    }
    if (!side.is_at_end)
        return index->find(match::texts_of(side.lines), ranges, max);
    const std::size_t place = lines.size() - side.lines.size();
    std::vector<LineRange> at_end;
    for (const auto& range : ranges)
        if (range.begin <= place && place < range.end)
            at_end.push_back({place, place + 1});
    return index->find(match::texts_of(side.lines), at_end, max);
}

FoldedHunks::FoldedHunks(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& originals, MatchLevel level)
    : hunks(originals)
    , finder(file, hunks, level)
{
    for (auto& hunk : hunks)
        for (auto& line : hunk.lines) {
            std::string buffer;
            const std::string_view text = match::folded(line.line.text, level, buffer);
            line.line.text = buffer.empty() ? text : std::string_view(texts.emplace_back(text));
        }
}

}
