#include "placement.hpp"

#include <algorithm>

static constexpr std::size_t most_candidates = 10; // as many as a message names

static std::size_t line_of(const Range& range, std::size_t count)
{
    // Of no lines, `start` is the line before; a start of 0 with lines is a slip for 1.
    return count == 0 || range.start == 0 ? range.start : range.start - 1;
}

static std::size_t size_without(const Hunk& hunk, Mark mark)
{
    return hunk.lines.size() - count_lines(hunk, mark);
}

std::optional<std::size_t> stated_before(const Hunk& hunk)
{
    if (!hunk.stated)
        return {};
    return line_of(hunk.stated->before, size_without(hunk, Mark::added));
}

std::optional<std::size_t> stated_after(const Hunk& hunk)
{
    if (!hunk.stated)
        return {};
    return line_of(hunk.stated->after, size_without(hunk, Mark::removed));
}

static bool has_context(const Hunk& hunk) { return count_lines(hunk, Mark::context) > 0; }

std::vector<std::size_t> Placer::candidates(
    const Hunk& hunk, const Side& side, std::optional<std::size_t> stated)
{
    const std::size_t size = side.lines.size();
    const auto fits
        = [&](std::size_t place) { return finder.fits(side, place) && taken.is_free(place, size); };
    if (stated && fits(*stated)) {
        const std::size_t drifted = *stated + static_cast<std::size_t>(drift);
        if (drift != 0 && has_context(hunk) && fits(drifted))
            return {std::min(*stated, drifted), std::max(*stated, drifted)};
        return {*stated};
    }
    if (stated && !has_context(hunk))
        return {};
    if (!stated && size == 0 && finder.file().empty())
        return {0};
    auto found = finder.find(side, end_of_last, most_candidates);
    if (found.empty())
        found = finder.find(side, 0, most_candidates);
    found.erase(std::remove_if(found.begin(), found.end(),
                    [&](std::size_t place) { return !taken.is_free(place, size); }),
        found.end());
    return found;
}

bool adds_what_is_there(
    const Finder& finder, const Hunk& hunk, std::size_t place, std::optional<std::size_t> stated)
{
    const std::size_t added = count_lines(hunk, Mark::added);
    const std::size_t removed = count_lines(hunk, Mark::removed);
    if (added <= removed)
        return false;
    const bool is_bound = !has_context(hunk) || hunk.lines.back().mark == Mark::context
        || place + hunk.lines.size() - added == finder.file().size();
    if (is_bound && stated == place)
        return false;
    const Side after = new_side(hunk);
    const std::size_t more = added - removed;
    return finder.fits(after, place) || (place >= more && finder.fits(after, place - more));
}

bool stands_where_stated(const Finder& finder, const Hunk& hunk)
{
    const auto stated = stated_after(hunk);
    const Side side = new_side(hunk);
    // A single line of context that happens to stand there says nothing.
    const bool says_enough
        = side.lines.size() > 1 || (!side.lines.empty() && count_lines(hunk, Mark::added) > 0);
    return stated && says_enough && finder.fits(side, *stated);
}

Placement Placer::place(const Hunk& hunk)
{
    const Side side = old_side(hunk);
    Placement placement {{}, stated_before(hunk)};
    placement.places = candidates(hunk, side, placement.stated);
    if (!placement.is_found())
        return placement;
    const std::size_t line = placement.line();
    placement.looks_applied = adds_what_is_there(finder, hunk, line, placement.stated)
        || (placement.stated != line && stands_where_stated(finder, hunk));
    const std::size_t end = line + side.lines.size();
    taken.take(line, side.lines.size());
    end_of_last = end;
    if (placement.stated)
        drift = static_cast<std::ptrdiff_t>(line) - static_cast<std::ptrdiff_t>(*placement.stated);
    return placement;
}

bool is_applied(Finder& finder, const Hunk& hunk)
{
    const Side side = new_side(hunk);
    if (side.lines.empty())
        return false;
    if (const auto stated = stated_after(hunk); stated && finder.fits(side, *stated))
        return true;
    if (!has_context(hunk) || count_lines(hunk, Mark::added) == 0)
        return false;
    return finder.find(side, 0, 2).size() == 1;
}
