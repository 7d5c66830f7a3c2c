#include "placement.hpp"

#include "finder.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <deque>
#include <iterator>

namespace apply_patch::place {

using namespace toolkit;

HunkLines::HunkLines(const read::Hunk& hunk, std::size_t place)
    : begin(place)
    , end(place + hunk.lines.size() - read::count_lines(hunk, read::Mark::added))
    , change_begin(begin)
    , change_end(end)
{
    const auto is_change
        = [](const read::HunkLine& line) { return line.mark != read::Mark::context; };
    const auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(), is_change);
    const auto last = std::find_if(hunk.lines.rbegin(), hunk.lines.rend(), is_change);
    if (first == hunk.lines.end())
        return;
    change_begin += static_cast<std::size_t>(first - hunk.lines.begin());
    change_end -= static_cast<std::size_t>(last - hunk.lines.rbegin());
}

// Returns true if all lines that both contain are after the change of `first` and before the change
// of `second`.
static bool share_context_only(const HunkLines& first, const HunkLines& second)
{
    return first.change_end <= std::max(first.begin, second.begin)
        && std::min(first.end, second.end) <= second.change_begin;
}

static bool is_in_midst(const HunkLines& inner, const HunkLines& outer)
{
    return inner.begin == inner.end && outer.begin < inner.begin && inner.begin < outer.end;
}

static bool are_apart(const HunkLines& one, const HunkLines& other)
{
    if (std::max(one.begin, other.begin) < std::min(one.end, other.end))
        return share_context_only(one, other) || share_context_only(other, one);
    return !is_in_midst(one, other) && !is_in_midst(other, one);
}

bool ClaimedLines::is_free(const HunkLines& lines) const
{
    // The hunks in `taken` have the same order by their beginnings, by their changes and by their
    // ends.
    const auto next = taken.lower_bound(lines.change_begin);
    for (auto after = next; after != taken.end() && after->second.begin <= lines.end; ++after)
        if (!are_apart(lines, after->second))
            return false;
    for (auto before = next; before != taken.begin();) {
        before = std::prev(before);
        if (!are_apart(lines, before->second))
            return false;
        if (before->second.end < lines.begin)
            break;
    }
    return true;
}

static constexpr std::size_t max_candidates = 10; // as many as a message names

static std::size_t line_of(const read::Range& range, std::size_t count)
{
    // If there are no lines, `start` is the line before. A start of 0 with lines is a mistake for
    // 1.
    return count == 0 || range.start == 0 ? range.start : range.start - 1;
}

static std::size_t size_without(const read::Hunk& hunk, read::Mark mark)
{
    return hunk.lines.size() - read::count_lines(hunk, mark);
}

std::optional<std::size_t> stated_before(const read::Hunk& hunk)
{
    if (!hunk.stated)
        return {};
    return line_of(hunk.stated->before, size_without(hunk, read::Mark::added));
}

std::optional<std::size_t> stated_after(const read::Hunk& hunk)
{
    if (!hunk.stated)
        return {};
    return line_of(hunk.stated->after, size_without(hunk, read::Mark::removed));
}

std::ptrdiff_t stated_growth(const read::Hunk& hunk)
{
    if (!hunk.stated)
        return 0;
    return static_cast<std::ptrdiff_t>(hunk.stated->after.count)
        - static_cast<std::ptrdiff_t>(hunk.stated->before.count);
}

std::vector<std::size_t> places_of_additions(
    const read::Hunk& hunk, std::ptrdiff_t growth, std::size_t lines)
{
    const auto [before, after] = *hunk.stated;
    std::vector<std::size_t> places {before.start};
    if (before.count > 0 && before.start > 0)
        places = {before.start - 1, before.start - 1 + before.count};
    else if (before.start > 0 && static_cast<std::ptrdiff_t>(after.start - before.start) == growth)
        places = {before.start - 1, before.start};
    places.erase(std::remove_if(places.begin(), places.end(),
                     [lines](std::size_t place) { return place > lines; }),
        places.end());
    return places;
}

static bool has_context(const read::Hunk& hunk)
{
    return read::count_lines(hunk, read::Mark::context) > 0;
}

bool is_bound_to_beginning(const read::Hunk& hunk)
{
    return hunk.stated && hunk.stated->before.start <= 1 && hunk.anchors.empty()
        && has_context(hunk) && hunk.lines.front().mark != read::Mark::context;
}

bool Placer::is_below_heading(const read::Hunk& hunk, std::size_t place)
{
    if (hunk.heading.empty())
        return true;
    if (!headings)
        headings.emplace(finder.file(), finder.all_hunks());
    return headings->are_above(hunk, place);
}

std::vector<std::size_t> Placer::candidates(
    const read::Hunk& hunk, const read::Side& side, std::optional<std::size_t> stated)
{
    const std::size_t size = side.lines.size();
    if (stated && size == 0)
        return places_of_additions(hunk, growth, finder.file().size());
    const auto is_free = [&](std::size_t place) { return taken.is_free({hunk, place}); };
    const auto fits = [&](std::size_t place) { return finder.fits(side, place) && is_free(place); };
    if (stated && fits(*stated)) {
        const std::size_t drifted = *stated + static_cast<std::size_t>(drift);
        if (drift != 0 && has_context(hunk) && fits(drifted))
            return {std::min(*stated, drifted), std::max(*stated, drifted)};
        if (!has_context(hunk) || is_below_heading(hunk, *stated))
            return {*stated};
        auto alike = finder.find(side, 0, max_candidates);
        const auto is_meant
            = [&](std::size_t place) { return is_free(place) && is_below_heading(hunk, place); };
        if (std::none_of(alike.begin(), alike.end(), is_meant))
            return {*stated};
        return alike;
    }
    if (stated && (!has_context(hunk) || is_bound_to_beginning(hunk)))
        return {};
    if (!stated && size == 0 && finder.file().empty())
        return {0};
    auto found = finder.find(side, end_of_last, max_candidates);
    if (found.empty())
        found = finder.find(side, 0, max_candidates);
    found.erase(std::remove_if(
                    found.begin(), found.end(), [&](std::size_t place) { return !is_free(place); }),
        found.end());
    return found;
}

// Refuses a place if the '@@' line of the hunk has both a wrong line and wrong counts.
static void refuse_wrong_numbers(const read::Hunk& hunk, Placement& placement)
{
    if (!placement.is_open() || !placement.stated || placement.line() == *placement.stated
        || !read::has_wrong_counts(hunk))
        return;
    const std::string line = std::to_string(placement.line() + 1);
    placement.problem = "its lines are at line " + line
        + " and not where its '@@' line says, whose counts are wrong as well: "
        + read::stated_range(hunk) + " in place of " + read::counted_range(hunk);
    placement.hint = "if line " + line + " is meant, correct the '@@' line";
    placement.places.clear();
}

Placement Placer::place(const read::Hunk& hunk)
{
    const read::Side side = read::old_side(hunk);
    Placement placement {{}, stated_before(hunk)};
    placement.places = candidates(hunk, side, placement.stated);
    growth += stated_growth(hunk);
    // The old lines may be in the file although another hunk has taken them. A hunk without context
    // belongs only at its stated line, so other lines like these do not count.
    const bool is_bound = !has_context(hunk) || is_bound_to_beginning(hunk);
    if (placement.places.empty() && (is_bound || finder.find(side, 0, 1).empty()))
        placement.trace = trace_alone(finder, {hunk, hunk}, {{0, finder.file().size()}});
    if (!placement.is_found())
        return placement;
    placement.trace = trace_beside(finder, {hunk, hunk}, placement.line());
    refuse_wrong_numbers(hunk, placement);
    if (!placement.is_found())
        return placement;
    const std::size_t line = placement.line();
    const HunkLines lines(hunk, line);
    taken.take(lines);
    end_of_last = lines.change_end;
    if (placement.stated)
        drift = static_cast<std::ptrdiff_t>(line) - static_cast<std::ptrdiff_t>(*placement.stated);
    return placement;
}

static bool is_empty_context(const read::HunkLine& line)
{
    return line.mark == read::Mark::context && text::trimmed(line.line.text).empty();
}

static read::Hunk cut(read::Hunk hunk)
{
    while (!hunk.lines.empty() && is_empty_context(hunk.lines.back()))
        hunk.lines.pop_back();
    hunk.ends_file = true;
    hunk.was_cut = true;
    return hunk;
}

static bool has_text(const read::Side& side)
{
    return std::any_of(side.lines.begin(), side.lines.end(),
        [](const text::Line& line) { return !text::trimmed(line.text).empty(); });
}

static bool goes_past_the_end(const std::vector<text::Line>& file, const read::Hunk& original)
{
    // Uses the most tolerant level: lines that it does not find are not found at any other level.
    FoldedHunks folded(file, {original}, MatchLevel::typography);
    Finder& finder = folded.finder;
    const read::Hunk& hunk = folded.hunks.front();
    const read::Hunk shorter = cut(hunk);
    const auto is_at_end = [&](const read::Side& side) {
        return !side.lines.empty() && side.lines.size() <= file.size()
            && finder.fits(side, file.size() - side.lines.size());
    };
    // A result that has only empty lines would be found anywhere.
    const auto is_there = [&](const read::Side& side) {
        return has_text(side) && !finder.find(side, 0, 1).empty();
    };
    return (is_at_end(read::old_side(shorter)) || is_at_end(read::new_side(shorter)))
        && finder.find(read::old_side(hunk), 0, 1).empty() && !is_there(read::new_side(hunk));
}

std::vector<read::Hunk> without_lines_after_the_end(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks)
{
    std::vector<read::Hunk> result = hunks;
    // Only the last hunk of a file can reach its end. Checking each hunk would take their number
    // times the size of the file.
    const auto last = std::find_if(result.rbegin(), result.rend(), [](const read::Hunk& hunk) {
        return hunk.matching == read::Matching::lenient && !hunk.lines.empty()
            && is_empty_context(hunk.lines.back());
    });
    if (last != result.rend() && goes_past_the_end(file, *last))
        *last = cut(*last);
    return result;
}

}
