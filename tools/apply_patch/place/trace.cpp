#include "trace.hpp"

#include "placement.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

static bool adds_lines(const read::Hunk& hunk)
{
    return read::count_lines(hunk, read::Mark::added) > 0;
}

// Returns true if the file has the added lines exactly as written, when the result begins at this
// line.
static bool adds_exactly(
    const read::Hunk& written, const std::vector<text::Line>& file, std::size_t line)
{
    for (const auto& [mark, added] : written.lines) {
        if (mark == read::Mark::removed)
            continue;
        if (mark == read::Mark::added && added.text != file[line].text)
            return false;
        ++line;
    }
    return true;
}

// Returns the line of the result if it includes the lines at `place`, so that the old lines may
// only be left over from the first time. git lets a hunk that ends without context apply only at
// the end of a file. Models end hunks this way anywhere, and send hunks twice.
static std::optional<std::size_t> line_of_additions(
    const Finder& finder, const read::Hunk& hunk, std::size_t place)
{
    const std::size_t added = read::count_lines(hunk, read::Mark::added);
    const std::size_t removed = read::count_lines(hunk, read::Mark::removed);
    if (added <= removed)
        return {};
    const bool has_context = read::count_lines(hunk, read::Mark::context) > 0;
    const bool is_bound = !has_context || hunk.lines.back().mark == read::Mark::context
        || place + hunk.lines.size() - added == finder.file().size();
    if (is_bound && stated_before(hunk) == place)
        return {};
    const read::Side after = read::new_side(hunk);
    const auto first_old = std::find_if(hunk.lines.begin(), hunk.lines.end(),
        [](const read::HunkLine& line) { return line.mark != read::Mark::added; });
    const auto above = static_cast<std::size_t>(first_old - hunk.lines.begin());
    for (const std::size_t before : {std::size_t {0}, above, added - removed})
        if (place >= before && finder.fits(after, place - before))
            return place - before;
    return {};
}

// Returns the stated line if the result is at that line, although the old lines are at `place`.
// Returns nullopt if the result there is only a part of the old lines.
static std::optional<std::size_t> stated_line_of_outcome(
    const Finder& finder, const read::Hunk& hunk, std::size_t place)
{
    const auto stated = stated_after(hunk);
    const read::Side after = read::new_side(hunk);
    // A single line of context can be there by chance.
    const bool says_enough = after.lines.size() > 1 || (!after.lines.empty() && adds_lines(hunk));
    if (!stated || stated_before(hunk) == place || !says_enough || !finder.fits(after, *stated))
        return {};
    const std::size_t end = place + read::old_side(hunk).lines.size();
    return *stated >= place && *stated + after.lines.size() <= end ? std::nullopt : stated;
}

// Returns true if the place has the exact result of the hunk, and a line to be removed was matched
// only by ignoring its indentation or typography.
static bool is_outcome_itself(const Finder& finder, const HunkForms& hunk, std::size_t place)
{
    if (read::count_lines(hunk.written, read::Mark::added)
            < read::count_lines(hunk.written, read::Mark::removed)
        || !finder.fits(read::new_side(hunk.folded), place)
        || !adds_exactly(hunk.written, finder.file(), place))
        return false;
    std::size_t line = place;
    return std::any_of(
        hunk.written.lines.begin(), hunk.written.lines.end(), [&](const read::HunkLine& old) {
            return old.mark != read::Mark::added && finder.file()[line++].text != old.line.text
                && old.mark == read::Mark::removed;
        });
}

static bool has_word(const std::vector<text::Line>& lines)
{
    return std::any_of(lines.begin(), lines.end(), [](const text::Line& line) {
        return std::any_of(line.text.begin(), line.text.end(), text::is_word);
    });
}

// Returns the line at which the remaining lines of a hunk that adds nothing are in the file
// exactly, if the old lines at `place` match only when differences are ignored: an earlier
// application may have removed the lines there.
static std::optional<std::size_t> line_of_rest(const HunkForms& hunk, std::size_t place)
{
    if (hunk.exact == nullptr || adds_lines(hunk.written))
        return {};
    const auto before = read::old_side(hunk.written).lines;
    const read::Side after {read::new_side(hunk.written).lines, false, {}};
    if (!has_word(after.lines) || hunk.exact->fits({before, false, {}}, place))
        return {};
    const std::size_t above = std::max(place + 1, after.lines.size()) - after.lines.size();
    const auto found = hunk.exact->find_within(
        after, {{0, above}, {place + before.size(), hunk.exact->file().size()}}, 1);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

EarlierApplication trace_beside(const Finder& finder, const HunkForms& hunk, std::size_t place)
{
    if (const auto line = line_of_additions(finder, hunk.folded, place))
        return {line, adds_exactly(hunk.written, finder.file(), *line)};
    if (is_outcome_itself(finder, hunk, place))
        return {place};
    if (const auto line = line_of_rest(hunk, place))
        return {line};
    return {stated_line_of_outcome(finder, hunk.folded, place)};
}

// Returns true if the result has context at both ends, or reaches the beginning or end of the file
// there, so that no neighbouring line can be the one that the hunk was meant to change.
static bool is_enclosed(
    const read::Hunk& hunk, std::size_t line, const std::vector<text::Line>& file)
{
    const std::size_t end = line + hunk.lines.size() - read::count_lines(hunk, read::Mark::removed);
    return (line == 0 || hunk.lines.front().mark == read::Mark::context)
        && (end == file.size() || hunk.lines.back().mark == read::Mark::context);
}

// Returns true if a run of context lines with text occurs exactly once within the ranges.
static bool has_single_context(
    Finder& finder, const read::Hunk& hunk, const std::vector<LineRange>& within)
{
    const auto is_context
        = [](const read::HunkLine& line) { return line.mark == read::Mark::context; };
    const auto end = hunk.lines.end();
    for (auto begin = std::find_if(hunk.lines.begin(), end, is_context); begin != end;) {
        const auto next = std::find_if_not(begin, end, is_context);
        read::Side side {{}, false, {}};
        for (auto line = begin; line != next; ++line)
            side.lines.push_back(line->line);
        const bool has_text = std::any_of(side.lines.begin(), side.lines.end(),
            [](const text::Line& line) { return !text::trimmed(line.text).empty(); });
        if (has_text && finder.find_within(side, within, 2).size() == 1)
            return true;
        begin = std::find_if(next, end, is_context);
    }
    return false;
}

EarlierApplication trace_alone(
    Finder& finder, const HunkForms& hunk, const std::vector<LineRange>& within)
{
    const auto& file = finder.file();
    const read::Side after = read::new_side(hunk.folded);
    if (after.lines.empty())
        return {};
    const auto stated = stated_after(hunk.folded);
    if (stated && finder.fits(after, *stated) && adds_exactly(hunk.written, file, *stated)
        && (adds_lines(hunk.folded) || is_enclosed(hunk.folded, *stated, file)))
        return {stated, true};
    auto places = finder.find_within(after, within, 2);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (places.empty())
        return {};
    const std::size_t line = places.front();
    // A removal leaves only its context. Context on one side, or of braces alone, proves nothing.
    const bool says_enough = adds_lines(hunk.folded)
        || (hunk.folded.lines.front().mark == read::Mark::context
            && hunk.folded.lines.back().mark == read::Mark::context && has_word(after.lines));
    if (says_enough && places.size() == 1 && adds_exactly(hunk.written, file, line)
        && (after.is_at_end || after.lines.size() == file.size()
            || has_single_context(finder, hunk.folded, within)))
        return {line, true};
    return adds_lines(hunk.folded) && adds_exactly(hunk.written, file, line)
        ? EarlierApplication {line}
        : EarlierApplication {};
}

}
