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

// Places hunks of the "*** Begin Patch" form: where their lines stand exactly, else without regard
// to whitespace at the end, else to indentation too, else to typographic characters too. Each time
// in the scope of its anchors; where neither its lines nor its outcome stand there, after them,
// which is said. An anchor that is no line of the file is refused, but for one that the hunks
// themselves bring, or that has no letters. Of several places the one that its numbers name counts;
// what is then not one single place is ambiguous. So is a place with another indentation if there
// is one that differs in typography too, or one after the scope that does not differ. A hunk that
// is bound to the beginning of the file fits nowhere else.
class LenientPlacer {
public:
    // Both must outlive the placer.
    LenientPlacer(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // Hunks must be placed in their order.
    Placement place(std::size_t index);

    // The hunk as it fits its place. The placer must outlive it.
    FittedHunk fitted(std::size_t index, const Placement& placement)
    {
        return fitter.fitted(hunks[index], placement);
    }

private:
    FoldedHunks& level_of(Folding folding);
    const std::vector<Folding>& foldings();
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
    Trace trace_of(
        FoldedHunks& level, std::size_t index, const Placement& placement, const Scopes& within);
    Placement place_additions(const read::Hunk& hunk, const Scopes& within);
    Placement place_lines(std::size_t index, const Scopes& within);
    bool has_indentation(const read::Hunk& hunk, std::size_t place) const;
    void add_other_places(std::size_t index, const Scopes& within, Placement& placement);

    const std::vector<text::Line>& file;
    const std::vector<read::Hunk>& hunks;
    std::array<std::unique_ptr<FoldedHunks>, 4> levels;
    std::vector<Folding> telling_foldings; // none yet
    std::optional<std::vector<std::string_view>> added_texts; // sorted, as the next
    std::optional<std::vector<std::string_view>> removed_texts;
    bool has_explained = false;
    TakenLines taken;
    std::ptrdiff_t growth = 0; // of the file, as the hunks before say
    std::unique_ptr<Anchors> anchors;
    HunkFitter fitter;
};

}
