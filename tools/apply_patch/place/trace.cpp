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

// Are the added lines there as they were written, if the outcome stands at this line?
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

// Where do the lines that a hunk adds at its place stand already, if that says more than the place
// itself? git lets a hunk that ends without context apply only at the end of a file; models end
// hunks so anywhere, and send them twice.
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

// Does the outcome stand at the stated line, though the old lines stand at `place`? Lines that are
// a part of the old ones say nothing.
static std::optional<std::size_t> stated_line_of_outcome(
    const Finder& finder, const read::Hunk& hunk, std::size_t place)
{
    const auto stated = stated_after(hunk);
    const read::Side after = read::new_side(hunk);
    // A single line of context that happens to stand there says nothing either.
    const bool says_enough = after.lines.size() > 1 || (!after.lines.empty() && adds_lines(hunk));
    if (!stated || stated_before(hunk) == place || !says_enough || !finder.fits(after, *stated))
        return {};
    const std::size_t end = place + read::old_side(hunk).lines.size();
    return *stated >= place && *stated + after.lines.size() <= end ? std::nullopt : stated;
}

// Is a line to be removed indented otherwise than the one that was found for it, and the outcome
// there exactly?
static bool is_outcome_itself(const Finder& finder, const SoughtHunk& hunk, std::size_t place)
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

// Where does what a hunk that adds nothing leaves of its lines stand already, though those at its
// place are indented otherwise? Sent again, it has removed them there.
static std::optional<std::size_t> line_of_rest(const SoughtHunk& hunk, std::size_t place)
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

Trace trace_beside(const Finder& finder, const SoughtHunk& hunk, std::size_t place)
{
    if (const auto line = line_of_additions(finder, hunk.folded, place))
        return {line, adds_exactly(hunk.written, finder.file(), *line)};
    if (is_outcome_itself(finder, hunk, place))
        return {place};
    if (const auto line = line_of_rest(hunk, place))
        return {line};
    return {stated_line_of_outcome(finder, hunk.folded, place)};
}

// Is there nothing next to the outcome that the hunk may have been meant to change?
static bool is_enclosed(
    const read::Hunk& hunk, std::size_t line, const std::vector<text::Line>& file)
{
    const std::size_t end = line + hunk.lines.size() - read::count_lines(hunk, read::Mark::removed);
    return (line == 0 || hunk.lines.front().mark == read::Mark::context)
        && (end == file.size() || hunk.lines.back().mark == read::Mark::context);
}

// Are there lines of context, one after the other, that stand once within these lines?
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

Trace trace_alone(Finder& finder, const SoughtHunk& hunk, const std::vector<LineRange>& within)
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
    // A removal leaves nothing but its context: on one side alone, or of braces alone, that
    // says nothing.
    const bool says_enough = adds_lines(hunk.folded)
        || (hunk.folded.lines.front().mark == read::Mark::context
            && hunk.folded.lines.back().mark == read::Mark::context && has_word(after.lines));
    if (says_enough && places.size() == 1 && adds_exactly(hunk.written, file, line)
        && (after.is_at_end || after.lines.size() == file.size()
            || has_single_context(finder, hunk.folded, within)))
        return {line, true};
    return adds_lines(hunk.folded) && adds_exactly(hunk.written, file, line) ? Trace {line}
                                                                             : Trace {};
}

}
