#include "taken_lines.hpp"

#include <algorithm>
#include <iterator>

namespace apply_patch::place {

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

// Are the lines that both have between the change of the first and that of the second?
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

bool TakenLines::is_free(const HunkLines& lines) const
{
    // Those that are taken are in the same order by their beginnings, their changes and their ends.
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

}
