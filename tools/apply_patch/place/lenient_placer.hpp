#pragma once

#include "anchors.hpp"
#include "finder.hpp"
#include "fitted_hunk.hpp"
#include "placement.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// Places the hunks of a patch in "*** Begin Patch" form by their text.
//
// The old lines of a hunk are searched for exactly, then ignoring trailing whitespace, then also
// indentation, then also typography. The first level that finds a place decides. The search covers
// the scopes of the hunk's anchors. If neither the old lines nor the result of the hunk are there,
// it continues to the end of the file, and Placement::is_outside_scope is set if a place is found.
// A hunk that is bound to the beginning of the file (see is_bound_to_beginning()) fits nowhere
// else.
//
// If there is more than one place, the one at the stated line number is taken; otherwise the hunk
// is ambiguous. A place that was found ignoring indentation, whose indentation differs, is also
// ambiguous if the scope has a place that differs in typography, too, or the file has one after the
// scope whose indentation matches.
//
// A hunk whose anchor is not in the file is not placed. Exception: the anchor is ignored if it has
// no letters ("@@ ... @@") or one of the hunks adds a line that begins with it, provided that the
// hunk can be placed by other lines. Placement::is_outside_scope is set in this case, too.
class LenientPlacer {
public:
    // `file` and `hunks` must outlive the placer.
    LenientPlacer(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // Places a hunk. Must be called for the hunks in order: each takes its lines, which later ones
    // cannot use.
    Placement place(std::size_t index);

    // Returns the hunk adapted to its place. The placer must outlive the result.
    FittedHunk fitted(std::size_t index, const Placement& placement)
    {
        return fitter.fitted(hunks[index], placement);
    }

private:
    FoldedHunks& level_of(MatchLevel folding);
    const std::vector<MatchLevel>& foldings();
    using Scopes = std::vector<Scope>;

    Anchored anchored(const read::Hunk& hunk);
    bool is_unneeded(std::string_view anchor);
    bool has_line(read::Mark mark, std::string_view anchor);
    Placement refused(std::size_t index, std::string_view unknown);
    std::vector<std::size_t> find(
        FoldedHunks& level, std::size_t index, const read::Side& side, const Scopes& within) const;
    static Scopes places_for(const read::Hunk& hunk, const Scopes& within);
    enum class Reach { scope, beyond };
    Placement place_by_lines(std::size_t index, const Scopes& within, Reach reach);
    EarlierApplication trace_of(
        FoldedHunks& level, std::size_t index, const Placement& placement, const Scopes& within);
    Placement place_additions(const read::Hunk& hunk, const Scopes& within);
    Placement place_lines(std::size_t index, const Scopes& within);
    bool has_indentation(const read::Hunk& hunk, std::size_t place) const;
    void add_other_places(std::size_t index, const Scopes& within, Placement& placement);

    const std::vector<text::Line>& file;
    const std::vector<read::Hunk>& hunks;
    std::array<std::unique_ptr<FoldedHunks>, 4> levels; // by MatchLevel; made at the first use
    // The levels that are worth trying; filled at the first use.
    std::vector<MatchLevel> telling_foldings;
    std::optional<std::vector<std::string_view>> added_texts; // of all hunks, sorted
    std::optional<std::vector<std::string_view>> removed_texts; // of all hunks, sorted
    bool has_explained = false; // an unknown anchor; further ones get no explanation
    ClaimedLines taken;
    std::ptrdiff_t growth = 0; // lines that the earlier hunks add, according to their '@@' lines
    std::unique_ptr<Anchors> anchors;
    HunkFitter fitter;
};

}
