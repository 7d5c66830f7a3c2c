#include "lenient_placer.hpp"

#include "toolkit/match/reindentation.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <cctype>
#include <deque>
#include <span>

namespace apply_patch::place {

using namespace toolkit;

static constexpr std::size_t max_places = 100;

LenientPlacer::LenientPlacer(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks)
    : file(file)
    , hunks(hunks)
    , fitter(file)
{
}

FoldedHunks& LenientPlacer::level_of(MatchLevel folding)
{
    auto& level = levels.at(static_cast<std::size_t>(folding));
    if (!level)
        level = std::make_unique<FoldedHunks>(file, hunks, folding);
    return *level;
}

// Returns the levels at which a line of the hunks or of the file changes: at the others, a search
// would find the same and cost as much.
const std::vector<MatchLevel>& LenientPlacer::foldings()
{
    if (!telling_foldings.empty())
        return telling_foldings;
    std::array<bool, 4> tells {true};
    std::string buffer;
    const auto look_at = [&](std::string_view text) {
        for (std::size_t number = 1; number < tells.size(); ++number) {
            const std::string_view more
                = match::folded(text, static_cast<MatchLevel>(number), buffer);
            tells.at(number) = tells.at(number) || more != text;
            text = more;
        }
        return tells[1] && tells[2] && tells[3];
    };
    const auto hunk_tells = [&](const read::Hunk& hunk) {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(),
            [&](const read::HunkLine& line) { return look_at(line.line.text); });
    };
    std::any_of(hunks.begin(), hunks.end(), hunk_tells)
        || std::any_of(
            file.begin(), file.end(), [&](const text::Line& line) { return look_at(line.text); });
    for (std::size_t number = 0; number < tells.size(); ++number)
        if (tells.at(number))
            telling_foldings.push_back(static_cast<MatchLevel>(number));
    return telling_foldings;
}

// Returns the places at which the side fits, begins within a scope, and takes no lines of another
// hunk, sorted.
std::vector<std::size_t> LenientPlacer::find(
    FoldedHunks& level, std::size_t index, const read::Side& side, const Scopes& within) const
{
    std::vector<std::size_t> places = level.finder.find_within(side, within, max_places);
    places.erase(std::remove_if(places.begin(), places.end(),
                     [&](std::size_t place) {
                         return !taken.is_free({hunks[index], place});
                     }),
        places.end());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

Anchored LenientPlacer::anchored(const read::Hunk& hunk)
{
    if (!anchors && !hunk.anchors.empty())
        anchors = std::make_unique<Anchors>(file, hunks);
    Anchored found = anchors ? anchors->find(hunk.anchors) : Anchored {{{0, file.size()}}};
    const bool has_place = hunk.ends_file || file.empty()
        || read::count_lines(hunk, read::Mark::added) < hunk.lines.size();
    if (!found.unknown.empty() && has_place && is_unneeded(found.unknown))
        found = {{{0, file.size()}}, true};
    return found;
}

// Returns true if one of the hunks has a line with this mark that begins with the anchor.
bool LenientPlacer::has_line(read::Mark mark, std::string_view anchor)
{
    auto& texts = mark == read::Mark::added ? added_texts : removed_texts;
    if (!texts) {
        texts.emplace();
        for (const auto& hunk : hunks)
            for (const auto& line : hunk.lines)
                if (line.mark == mark)
                    texts->push_back(text::trimmed(line.line.text));
        std::sort(texts->begin(), texts->end());
    }
    const auto first = std::lower_bound(texts->begin(), texts->end(), anchor);
    return first != texts->end() && first->starts_with(anchor);
}

// Returns true for an anchor without letters, such as "@@ ... @@", and for a line that another hunk
// adds, which is not in the file yet.
bool LenientPlacer::is_unneeded(std::string_view anchor)
{
    const bool has_letters = std::any_of(anchor.begin(), anchor.end(), [](char letter) {
        return std::isalpha(static_cast<unsigned char>(letter)) != 0
            || static_cast<unsigned char>(letter) >= 0x80;
    });
    return !has_letters || anchor == "\u2026" || has_line(read::Mark::added, anchor);
}

// Returns the placement of a hunk whose anchor is not in the file. The hunks may have removed that
// line when the patch was applied before, so the result of this one is searched for.
Placement LenientPlacer::refused(std::size_t index, std::string_view unknown)
{
    Placement placement {{}, {}};
    if (has_line(read::Mark::removed, unknown))
        for (const MatchLevel folding : foldings())
            if (!placement.trace.line)
                placement.trace = trace_of(level_of(folding), index, placement, {{0, file.size()}});
    if (!has_explained) { // an error mentions the first one only
        AnchorProblem problem = anchors->explain(unknown);
        placement.problem = std::move(problem.problem);
        placement.hint = std::move(problem.hint);
        has_explained = true;
    }
    return placement;
}

static std::vector<std::size_t> narrowed(const read::Hunk& hunk, std::vector<std::size_t> places)
{
    const auto stated = stated_before(hunk);
    if (stated && std::find(places.begin(), places.end(), *stated) != places.end())
        return {*stated};
    return places;
}

EarlierApplication LenientPlacer::trace_of(
    FoldedHunks& level, std::size_t index, const Placement& placement, const Scopes& within)
{
    const HunkForms hunk {level.hunks[index], hunks[index], &level_of(MatchLevel::exact).finder};
    if (placement.is_found())
        return trace_beside(level.finder, hunk, placement.line());
    return placement.places.empty() ? trace_alone(level.finder, hunk, within)
                                    : EarlierApplication {};
}

// Returns true if the hunk only removes lines without words (braces). If indentation were ignored,
// any such line would match.
static bool needs_indentation(const read::Hunk& hunk)
{
    return std::all_of(hunk.lines.begin(), hunk.lines.end(), [](const read::HunkLine& line) {
        return line.mark == read::Mark::removed
            && std::none_of(line.line.text.begin(), line.line.text.end(), text::is_word);
    });
}

// Returns the lines at which a hunk may begin.
std::vector<Scope> LenientPlacer::places_for(const read::Hunk& hunk, const Scopes& within)
{
    return is_bound_to_beginning(hunk) ? Scopes {{0, 1}} : within;
}

// Searches the scopes, or from the first scope to the end of the file: blocks are guessed from
// indentation, so the lines may be after the block of the anchor. The second search also ignores
// the mark for the end of the file, unless the hunk speaks of a missing newline.
Placement LenientPlacer::place_by_lines(std::size_t index, const Scopes& within, Reach reach)
{
    const bool is_outside_scope = reach == Reach::beyond;
    const Scopes places = places_for(
        hunks[index], is_outside_scope ? Scopes {{within.front().begin, file.size()}} : within);
    Placement placement {{}, {}};
    for (const MatchLevel folding : foldings()) {
        if (folding >= MatchLevel::indentation && needs_indentation(hunks[index]))
            break;
        FoldedHunks& level = level_of(folding);
        read::Side side = read::old_side(level.hunks[index]);
        if (is_outside_scope)
            side.is_at_end = read::speaks_of_missing_newline(hunks[index]);
        placement.level = folding;
        placement.places = narrowed(hunks[index], find(level, index, side, places));
        // An exact result of the hunk in the file is better evidence than old lines that are only
        // similar.
        if (is_outside_scope ? placement.is_found() : !placement.trace.line)
            placement.trace = trace_of(level, index, placement, within);
        if (placement.is_applied() || !placement.places.empty())
            break;
    }
    return placement;
}

// Places a hunk that only adds lines: after its anchor, at its stated line, or at the end of the
// file.
Placement LenientPlacer::place_additions(const read::Hunk& hunk, const Scopes& within)
{
    Placement placement {{}, {}};
    const auto stated = stated_before(hunk);
    if (is_after_anchor(hunk, file))
        for (const auto& scope : within)
            placement.places.push_back(scope.begin + 1);
    else if (!hunk.ends_file && !file.empty() && stated)
        placement.places = places_of_additions(hunk, growth, file.size());
    else
        placement.places = {file.size()};
    if (placement.is_found())
        placement.trace
            = trace_beside(level_of(MatchLevel::exact).finder, {hunk, hunk}, placement.line());
    return placement;
}

bool LenientPlacer::has_indentation(const read::Hunk& hunk, std::size_t place) const
{
    const auto lines = read::old_side(hunk).lines;
    return match::are_indented_alike(lines, std::span(file).subspan(place, lines.size()));
}

// Makes a place ambiguous if it is not indented as the hunk is and there is another one that the
// search has passed over, because of its typography or because it is after the scope.
void LenientPlacer::add_other_places(std::size_t index, const Scopes& within, Placement& placement)
{
    const read::Hunk& hunk = hunks[index];
    if (!placement.is_open() || placement.level < MatchLevel::indentation
        || stated_before(hunk) == placement.line() || has_indentation(hunk, placement.line()))
        return;
    const Scopes beyond {{within.front().begin, file.size()}};
    for (const MatchLevel folding : foldings()) {
        const bool is_exact = folding < MatchLevel::indentation;
        FoldedHunks& level = level_of(folding);
        read::Side side = read::old_side(level.hunks[index]);
        if (is_exact)
            side.is_at_end = read::speaks_of_missing_newline(hunk);
        for (const std::size_t place : find(level, index, side, is_exact ? beyond : within))
            if (place != placement.places.front())
                placement.places.push_back(place);
    }
    auto& places = placement.places;
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
}

Placement LenientPlacer::place_lines(std::size_t index, const Scopes& within)
{
    const read::Hunk& hunk = hunks[index];
    Placement placement = place_by_lines(index, within, Reach::scope);
    if (placement.places.empty() && !placement.is_applied()
        && (!hunk.anchors.empty() || hunk.ends_file)) {
        const EarlierApplication trace = placement.trace;
        placement = place_by_lines(index, within, Reach::beyond);
        if (!placement.trace.line)
            placement.trace = trace;
    }
    add_other_places(index, within, placement);
    if (is_bound_to_beginning(hunk))
        placement.stated = stated_before(hunk);
    placement.is_outside_scope = placement.is_found()
        && std::none_of(within.begin(), within.end(), [&](const Scope& scope) {
               return placement.line() >= scope.begin && placement.line() < scope.end;
           });
    return placement;
}

Placement LenientPlacer::place(std::size_t index)
{
    const read::Hunk& hunk = hunks[index];
    const std::size_t size = read::old_side(hunk).lines.size();
    Anchored found = anchored(hunk);
    if (!found.unknown.empty())
        return refused(index, found.unknown);
    Placement placement
        = size == 0 ? place_additions(hunk, found.scopes) : place_lines(index, found.scopes);
    growth += stated_growth(hunk);
    placement.is_outside_scope = placement.is_outside_scope || found.is_outside_scope;
    placement.scope = found.scopes.front().begin;
    if (placement.is_found())
        taken.take({hunk, placement.line()});
    return placement;
}

}
