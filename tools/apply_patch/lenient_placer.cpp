#include "lenient_placer.hpp"

#include "hunk_indentation.hpp"
#include "toolkit/folding.hpp"
#include "toolkit/reindentation.hpp"

#include <algorithm>
#include <cctype>

static constexpr std::size_t most_places = 100;
static constexpr std::array foldings {
    Folding::none, Folding::end_blanks, Folding::indentation, Folding::typography};

// The file and the hunks with all their lines folded.
struct LenientPlacer::Folded {
    std::vector<Line> file;
    std::vector<Hunk> hunks;
    std::deque<std::string> texts;
    std::unique_ptr<Finder> finder;

    Folded(const std::vector<Line>& lines, const std::vector<Hunk>& originals, Folding folding)
        : file(lines)
        , hunks(originals)
    {
        for (auto& line : file)
            fold(line.text, folding);
        for (auto& hunk : hunks)
            for (auto& line : hunk.lines)
                fold(line.line.text, folding);
        finder = std::make_unique<Finder>(file, hunks);
    }

    void fold(std::string_view& text, Folding folding)
    {
        if (folding == Folding::end_blanks)
            text = without_end_blanks(text);
        else if (folding == Folding::indentation)
            text = trimmed(text);
        else if (folding == Folding::typography)
            text = texts.emplace_back(trimmed(with_plain_typography(text)));
    }
};

LenientPlacer::LenientPlacer(const std::vector<Line>& file, const std::vector<Hunk>& hunks)
    : file(file)
    , hunks(hunks)
{
}

LenientPlacer::Folded& LenientPlacer::folded(Folding folding)
{
    auto& level = levels.at(static_cast<std::size_t>(folding));
    if (!level)
        level = std::make_shared<Folded>(file, hunks, folding);
    return *level;
}

// Where the side stands, begins within a scope, and is not taken.
std::vector<std::size_t> LenientPlacer::find(Folded& level, const Side& side, const Scopes& within) const
{
    std::vector<std::size_t> places;
    for (const auto& scope : within)
        for (const std::size_t place : level.finder->find(side, scope.begin, most_places))
            if (place < scope.end && taken.is_free(place, side.lines.size()))
                places.push_back(place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

Anchored LenientPlacer::anchored(const Hunk& hunk)
{
    if (!anchors && !hunk.anchors.empty())
        anchors = std::make_unique<Anchors>(file, folded(Folding::typography).file);
    Anchored found = anchors ? anchors->find(hunk.anchors) : Anchored {{{0, file.size()}}};
    const bool has_place
        = hunk.ends_file || file.empty() || count_lines(hunk, Mark::added) < hunk.lines.size();
    if (!found.unknown.empty() && has_place && is_unneeded(found.unknown))
        found = {{{0, file.size()}}, true};
    return found;
}

// Does one of the hunks have such a line?
bool LenientPlacer::has_line(Mark mark, std::string_view anchor) const
{
    return std::any_of(hunks.begin(), hunks.end(), [&](const Hunk& hunk) {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const HunkLine& line) {
            return line.mark == mark && trimmed(line.line.text).starts_with(anchor);
        });
    });
}

// "@@ ... @@" names nothing; and the name that a line gets by another hunk is not in the file yet.
bool LenientPlacer::is_unneeded(std::string_view anchor) const
{
    const bool has_letters = std::any_of(anchor.begin(), anchor.end(), [](char letter) {
        return std::isalpha(static_cast<unsigned char>(letter)) != 0
            || static_cast<unsigned char>(letter) >= 0x80;
    });
    return !has_letters || anchor == "\u2026" || has_line(Mark::added, anchor);
}

// The named line is not there: the hunks may have taken it away, when they were sent before.
Placement LenientPlacer::refused(std::size_t index, Anchored&& anchored)
{
    Placement placement {{}, {}};
    if (has_line(Mark::removed, anchored.unknown))
        for (const Folding folding : foldings)
            placement.looks_applied
                = placement.looks_applied || outcome_stands(folded(folding), index, {{0, file.size()}});
    placement.problem = std::move(anchored.problem);
    placement.hint = std::move(anchored.hint);
    return placement;
}

static std::vector<std::size_t> narrowed(const Hunk& hunk, std::vector<std::size_t> places)
{
    const auto stated = stated_before(hunk);
    if (stated && std::find(places.begin(), places.end(), *stated) != places.end())
        return {*stated};
    return places;
}

bool LenientPlacer::outcome_stands(Folded& level, std::size_t index, const Scopes& within) const
{
    const Hunk& hunk = level.hunks[index];
    const bool has_both_sides
        = hunk.lines.front().mark == Mark::context && hunk.lines.back().mark == Mark::context;
    if (count_lines(hunk, Mark::added) == 0 && !has_both_sides)
        return false;
    return find(level, new_side(hunk), within).size() == 1;
}

Placement LenientPlacer::place_in_scope(std::size_t index, const Scopes& within)
{
    Placement placement {{}, {}};
    for (const Folding folding : foldings) {
        Folded& level = folded(folding);
        const Hunk& hunk = level.hunks[index];
        placement.folding = folding;
        placement.places = narrowed(hunk, find(level, old_side(hunk), within));
        if (placement.is_found())
            placement.looks_applied
                = adds_what_is_there(*level.finder, hunk, placement.line(), stated_before(hunk))
                || (stated_before(hunk) != placement.line() && stands_where_stated(*level.finder, hunk));
        else if (placement.places.empty())
            placement.looks_applied = outcome_stands(level, index, within);
        if (placement.looks_applied || !placement.places.empty())
            break;
    }
    return placement;
}

// Blocks are guessed from indentation: what is not in the anchor's may still be behind it. And the end of the
// file may have been meant not so exactly.
Placement LenientPlacer::place_beyond(std::size_t index, const Scopes& within)
{
    Placement placement {{}, {}};
    for (const Folding folding : foldings) {
        Folded& level = folded(folding);
        Side side = old_side(level.hunks[index]);
        side.is_at_end = speaks_of_missing_newline(hunks[index]);
        placement.folding = folding;
        placement.places = narrowed(hunks[index], find(level, side, {{within.front().begin, file.size()}}));
        if (!placement.places.empty())
            break;
    }
    return placement;
}

// New lines alone go after the line that '@@' names, else to the end of the file.
Placement LenientPlacer::place_additions(const Hunk& hunk, const Scopes& within)
{
    Placement placement {{}, {}};
    const auto stated = stated_before(hunk);
    if (!hunk.ends_file && !file.empty() && !hunk.anchors.empty())
        for (const auto& scope : within)
            placement.places.push_back(scope.begin + 1);
    else if (!hunk.ends_file && !file.empty() && stated)
        placement.places = *stated <= file.size() ? std::vector {*stated} : std::vector<std::size_t> {};
    else
        placement.places = {file.size()};
    if (placement.is_found())
        placement.looks_applied
            = adds_what_is_there(*folded(Folding::none).finder, hunk, placement.line(), placement.stated);
    return placement;
}

Placement LenientPlacer::place_lines(std::size_t index, const Scopes& within)
{
    const Hunk& hunk = hunks[index];
    Placement placement = place_in_scope(index, within);
    if (placement.places.empty() && !placement.looks_applied && (!hunk.anchors.empty() || hunk.ends_file))
        placement = place_beyond(index, within);
    placement.is_beyond
        = placement.is_found() && std::none_of(within.begin(), within.end(), [&](const Scope& scope) {
              return placement.line() >= scope.begin && placement.line() < scope.end;
          });
    return placement;
}

Placement LenientPlacer::place(std::size_t index)
{
    const Hunk& hunk = hunks[index];
    const std::size_t size = old_side(hunk).lines.size();
    Anchored found = anchored(hunk);
    if (!found.unknown.empty())
        return refused(index, std::move(found));
    Placement placement = size == 0 ? place_additions(hunk, found.scopes) : place_lines(index, found.scopes);
    placement.is_beyond = placement.is_beyond || found.is_beyond;
    placement.scope = found.scopes.front().begin;
    if (placement.is_found())
        taken.take(placement.line(), size);
    return placement;
}

// The hunk with its added lines indented as those that it shows are in the file; the first that would be another, in `other`.
static std::optional<Hunk> mapped(
    const Hunk& hunk, const Reindentation& reindentation, std::deque<std::string>& texts, FittedHunk& fitted)
{
    Hunk result = hunk;
    bool is_known = true;
    for (auto& [mark, line] : result.lines) {
        const std::string_view before = line.text;
        const std::string_view written = indentation_of(before);
        if (mark != Mark::added || trimmed(before).empty())
            continue;
        const auto indentation = reindentation.of(written);
        is_known = is_known && indentation;
        line.text = texts.emplace_back(
            indentation.value_or(std::string(written)) + std::string(before.substr(written.size())));
        if (indentation != written && fitted.as_written.empty()) {
            fitted.as_written = before;
            fitted.as_shown = line.text;
        }
    }
    return is_known ? std::optional(std::move(result)) : std::nullopt;
}

FittedHunk LenientPlacer::fitted(std::size_t index, const Placement& placement)
{
    const Hunk& hunk = hunks[index];
    if (placement.folding < Folding::indentation)
        return {hunk};
    const Side before = old_side(hunk);
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(placement.line());
    const std::vector<Line> there(begin, begin + static_cast<std::ptrdiff_t>(before.lines.size()));
    const Side after = new_side(hunk);
    FittedHunk fitted;
    auto as_shown = mapped(hunk, Reindentation({before.lines, there, after.lines, file}), new_texts, fitted);
    if (fitted.as_written.empty())
        return {hunk};
    const IndentationStyle style = style_of_additions(hunk, there);
    if (style == IndentationStyle::file)
        fitted.hunk = hunk;
    else if (style == IndentationStyle::writer)
        fitted.hunk = std::move(as_shown);
    return fitted;
}
