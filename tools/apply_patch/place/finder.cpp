#include "finder.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <tuple>

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

using Votes = std::unordered_map<std::size_t, std::size_t>;

// Each line of the file that is also one of the side, but for blanks about it, speaks for the place
// where the side would then begin.
static Votes count_votes(const std::vector<text::Line>& file, const read::Side& side)
{
    static constexpr std::size_t shortest = 3; // a brace says nothing
    static constexpr std::size_t most_votes = 1000; // of one line of the file
    std::unordered_map<std::string_view, std::vector<std::size_t>> wanted;
    for (std::size_t number = 0; number < side.lines.size(); ++number)
        if (const auto text = text::trimmed(side.lines[number].text); text.size() >= shortest)
            if (auto& numbers = wanted[text]; numbers.size() < most_votes)
                numbers.push_back(number);
    Votes votes;
    for (std::size_t place = 0; place < file.size(); ++place)
        if (const auto known = wanted.find(text::trimmed(file[place].text)); known != wanted.end())
            for (const std::size_t number : known->second)
                if (place >= number)
                    ++votes[place - number];
    return votes;
}

std::optional<std::size_t> Finder::nearest(const read::Side& side, std::size_t stated) const
{
    const Votes votes = count_votes(lines, side);
    const auto rank = [stated](const Votes::value_type& vote) {
        const std::size_t off = vote.first > stated ? vote.first - stated : stated - vote.first;
        return std::tuple(~vote.second, off, vote.first);
    };
    const auto best = std::min_element(votes.begin(), votes.end(),
        [&](const auto& left, const auto& right) { return rank(left) < rank(right); });
    return best == votes.end() ? std::nullopt : std::optional(best->first);
}

}
