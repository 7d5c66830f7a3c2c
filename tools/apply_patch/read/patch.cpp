#include "patch.hpp"

#include <algorithm>

namespace apply_patch::read {

using namespace toolkit;

bool speaks_of_missing_newline(const Hunk& hunk)
{
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
        [](const HunkLine& line) { return line.line.end == text::LineEnd::none; });
}

static Side side_without(const Hunk& hunk, Mark left_out)
{
    Side side {{}, hunk.ends_file || speaks_of_missing_newline(hunk), {}};
    for (const auto& line : hunk.lines)
        if (line.mark != left_out)
            side.lines.push_back(line.line);
    return side;
}

Side old_side(const Hunk& hunk)
{
    Side side = side_without(hunk, Mark::added);
    // A missing newline that the patch does not mention is a detail that authors of patches forget.
    if (!side.lines.empty() && side.lines.back().end == text::LineEnd::none)
        side.last_end = text::LineEnd::none;
    return side;
}

Side new_side(const Hunk& hunk)
{
    Side side = side_without(hunk, Mark::removed);
    if (speaks_of_missing_newline(hunk) && !side.lines.empty())
        side.last_end = side.lines.back().end == text::LineEnd::none ? text::LineEnd::none
                                                                     : text::LineEnd::lf;
    return side;
}

std::size_t count_lines(const Hunk& hunk, Mark mark)
{
    return static_cast<std::size_t>(std::count_if(hunk.lines.begin(), hunk.lines.end(),
        [mark](const HunkLine& line) { return line.mark == mark; }));
}

bool changes_nothing(const std::vector<Hunk>& hunks)
{
    const auto is_same = [](const text::Line& left, const text::Line& right) {
        return left.text == right.text && left.end == right.end;
    };
    return std::all_of(hunks.begin(), hunks.end(), [&](const Hunk& hunk) {
        const auto before = old_side(hunk).lines;
        const auto after = new_side(hunk).lines;
        return std::equal(before.begin(), before.end(), after.begin(), after.end(), is_same);
    });
}

static Stated counted(const Hunk& hunk)
{
    Stated counted = *hunk.stated;
    const std::size_t context = count_lines(hunk, Mark::context);
    counted.before.count = context + count_lines(hunk, Mark::removed);
    counted.after.count = context + count_lines(hunk, Mark::added);
    return counted;
}

bool has_wrong_counts(const Hunk& hunk)
{
    if (!hunk.stated || hunk.matching == Matching::lenient)
        return false;
    const Stated real = counted(hunk);
    return real.before.count != hunk.stated->before.count
        || real.after.count != hunk.stated->after.count;
}

static std::string written(const Stated& stated)
{
    const auto range = [](const Range& range) {
        return std::to_string(range.start) + "," + std::to_string(range.count);
    };
    return "-" + range(stated.before) + " +" + range(stated.after);
}

std::string stated_range(const Hunk& hunk) { return written(*hunk.stated); }

std::string counted_range(const Hunk& hunk) { return written(counted(hunk)); }

}
