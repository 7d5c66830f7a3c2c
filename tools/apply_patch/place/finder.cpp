#include "finder.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

// About a tenth of a second.
static constexpr std::size_t most_comparisons = 50'000'000;

Finder::Finder(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks, Folding folding)
    : lines(file)
    , hunks(hunks)
    , folding(folding)
{
}

bool Finder::fits(const read::Side& side, std::size_t place) const
{
    const std::size_t size = side.lines.size();
    if (place > lines.size() || size > lines.size() - place)
        return false;
    if (side.is_at_end && place + size != lines.size())
        return false;
    if (side.last_end
        && (lines.back().end == text::LineEnd::none) != (*side.last_end == text::LineEnd::none))
        return false;
    std::string buffer;
    return std::equal(side.lines.begin(), side.lines.end(),
        lines.begin() + static_cast<std::ptrdiff_t>(place),
        [&](const text::Line& wanted, const text::Line& there) {
            return wanted.text == folded(there.text, folding, buffer);
        });
}

const std::vector<std::size_t>& Finder::places_of(std::string_view text)
{
    if (index.empty()) {
        for (const auto& hunk : hunks)
            for (const auto& line : hunk.lines)
                index[line.line.text];
        std::string buffer;
        for (std::size_t number = 0; number < lines.size(); ++number)
            if (const auto known = index.find(folded(lines[number].text, folding, buffer));
                known != index.end())
                known->second.push_back(number);
    }
    return index.at(text);
}

void Finder::spend(std::size_t comparisons)
{
    spent += comparisons;
    if (spent > most_comparisons)
        throw ToolError(Code::too_large,
            "cannot look for the hunks elsewhere: too many lines of the file are alike",
            "correct the line numbers in the '@@' lines");
}

std::size_t Finder::rarest_line(const read::Side& side)
{
    std::size_t rarest = 0;
    std::size_t fewest = places_of(side.lines[0].text).size();
    for (std::size_t number = 1; number < side.lines.size() && fewest > 0; ++number)
        if (const std::size_t count = places_of(side.lines[number].text).size(); count < fewest) {
            rarest = number;
            fewest = count;
        }
    return rarest;
}

std::vector<std::size_t> Finder::find(const read::Side& side, std::size_t from, std::size_t most)
{
    return find_within(side, {{from, lines.size()}}, most);
}

std::vector<std::size_t> Finder::find_within(
    const read::Side& side, const std::vector<LineRange>& ranges, std::size_t most)
{
    if (side.lines.empty())
        return {};
    // Only places of its rarest line can be places of the whole.
    const std::size_t rarest = rarest_line(side);
    const auto& candidates = places_of(side.lines[rarest].text);
    std::vector<std::size_t> found;
    for (const auto& range : ranges) {
        const std::size_t before = found.size();
        auto candidate
            = std::lower_bound(candidates.begin(), candidates.end(), range.begin + rarest);
        for (; candidate != candidates.end() && *candidate - rarest < range.end
             && found.size() - before < most;
             ++candidate) {
            spend(side.lines.size());
            if (fits(side, *candidate - rarest))
                found.push_back(*candidate - rarest);
        }
    }
    return found;
}

}
