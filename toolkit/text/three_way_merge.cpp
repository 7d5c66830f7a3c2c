#include "toolkit/text/three_way_merge.hpp"

#include "toolkit/text/edit_script.hpp"

#include <algorithm>
#include <vector>

namespace toolkit::text {

namespace {

using Lines = std::vector<std::string_view>;

// Lines of `base`, [begin, end), and those of a side that take their place.
struct Hunk {
    std::size_t begin;
    std::size_t end;
    std::size_t side_begin;
    std::size_t side_end;
};

Lines lines_with_newlines(std::string_view text)
{
    Lines lines;
    lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

std::vector<Hunk> hunks_between(const Lines& base, const Lines& side)
{
    std::vector<Hunk> hunks;
    bool is_open = false;
    for (const ScriptStep& step : line_script(base, side)) {
        if (step.kind == StepKind::common) {
            is_open = false;
            continue;
        }
        if (!is_open)
            hunks.push_back({step.before, step.before, step.after, step.after});
        is_open = true;
        hunks.back().end += step.kind == StepKind::removed ? 1 : 0;
        hunks.back().side_end += step.kind == StepKind::added ? 1 : 0;
    }
    return hunks;
}

void append(std::string& text, const Lines& lines, std::size_t begin, std::size_t end)
{
    for (; begin < end; ++begin)
        text += lines[begin];
}

// A side of a merge and what of it has been taken.
struct Side {
    explicit Side(const Lines& base, std::string_view text)
        : lines(lines_with_newlines(text))
        , hunks(hunks_between(base, lines))
    {
    }

    bool is_over() const { return next == hunks.size(); }
    const Hunk& hunk() const { return hunks[next]; }

    void take(std::string& text)
    {
        append(text, lines, hunk().side_begin, hunk().side_end);
        ++next;
    }

    Lines lines;
    std::vector<Hunk> hunks;
    std::size_t next = 0;
};

bool touch(const Hunk& one, const Hunk& other)
{
    return one.begin <= other.end && other.begin <= one.end;
}

bool is_same_change(const Side& one, const Side& other)
{
    const Hunk& left = one.hunk();
    const Hunk& right = other.hunk();
    return left.begin == right.begin && left.end == right.end
        && std::equal(one.lines.begin() + static_cast<std::ptrdiff_t>(left.side_begin),
            one.lines.begin() + static_cast<std::ptrdiff_t>(left.side_end),
            other.lines.begin() + static_cast<std::ptrdiff_t>(right.side_begin),
            other.lines.begin() + static_cast<std::ptrdiff_t>(right.side_end));
}

// A last line without newline must stay the last one.
bool has_joined_lines(const Lines& base, const Side& ours, const Side& theirs)
{
    const auto adds_after = [&](const Side& one) {
        return !one.hunks.empty() && one.hunks.back().begin == base.size();
    };
    const bool lacks_newline = !base.empty() && !base.back().ends_with('\n');
    return lacks_newline && (adds_after(ours) || adds_after(theirs));
}

std::optional<std::string> merged(const Lines& base, Side& ours, Side& theirs)
{
    if (has_joined_lines(base, ours, theirs))
        return {};
    std::string text;
    std::size_t at = 0;
    while (!ours.is_over() || !theirs.is_over()) {
        const bool has_both = !ours.is_over() && !theirs.is_over();
        const bool is_same = has_both && is_same_change(ours, theirs);
        if (has_both && !is_same && touch(ours.hunk(), theirs.hunk()))
            return {};
        Side& first = theirs.is_over() || (has_both && ours.hunk().begin < theirs.hunk().begin)
            ? ours
            : theirs;
        const std::size_t end = first.hunk().end;
        append(text, base, at, first.hunk().begin);
        first.take(text);
        if (is_same)
            ++(&first == &ours ? theirs : ours).next;
        at = end;
    }
    append(text, base, at, base.size());
    return text;
}

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}

LineCounts count_changed_lines(std::string_view before, std::string_view after)
{
    LineCounts counts;
    for (const Hunk& hunk :
        hunks_between(lines_with_newlines(before), lines_with_newlines(after))) {
        counts.removed += hunk.end - hunk.begin;
        counts.added += hunk.side_end - hunk.side_begin;
    }
    return counts;
}

Merge three_way_merge(std::string_view base, std::string_view ours, std::string_view theirs)
{
    Merge merge;
    const Lines lines = lines_with_newlines(base);
    Side mine(lines, ours);
    for (const Hunk& hunk : mine.hunks)
        merge.lines_of_ours += std::max(hunk.end - hunk.begin, hunk.side_end - hunk.side_begin);
    if (ours == base || ours == theirs)
        merge.text = theirs;
    else if (theirs == base)
        merge.text = ours;
    else if (!has_nul(base) && !has_nul(ours) && !has_nul(theirs)) {
        Side other(lines, theirs);
        merge.text = merged(lines, mine, other);
    }
    return merge;
}

}
