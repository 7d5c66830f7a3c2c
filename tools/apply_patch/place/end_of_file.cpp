#include "end_of_file.hpp"

#include "finder.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <deque>

namespace apply_patch::place {

using namespace toolkit;

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

static bool goes_past_the_end(const std::vector<text::Line>& file, read::Hunk hunk)
{
    // As far as can be: what is not found so, no other comparison finds.
    std::deque<std::string> texts;
    for (auto& line : hunk.lines) {
        std::string buffer;
        line.line.text
            = texts.emplace_back(match::folded(line.line.text, Folding::typography, buffer));
    }
    const std::vector<read::Hunk> hunks {hunk};
    Finder finder(file, hunks, Folding::typography);
    const read::Hunk shorter = cut(hunk);
    const auto is_at_end = [&](const read::Side& side) {
        return !side.lines.empty() && side.lines.size() <= file.size()
            && finder.fits(side, file.size() - side.lines.size());
    };
    // An outcome of empty lines alone is everywhere.
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
    // Only the last hunk of a file reaches its end; to look at each would take its size times their
    // number.
    const auto last = std::find_if(result.rbegin(), result.rend(), [](const read::Hunk& hunk) {
        return hunk.matching == read::Matching::lenient && !hunk.lines.empty()
            && is_empty_context(hunk.lines.back());
    });
    if (last != result.rend() && goes_past_the_end(file, *last))
        *last = cut(*last);
    return result;
}

}
