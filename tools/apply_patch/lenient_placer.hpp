#pragma once

#include "finder.hpp"
#include "placement.hpp"
#include "taken_lines.hpp"

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

// Places hunks of the "*** Begin Patch" form: where their lines stand exactly, else without regard to blanks
// at the end, else to indentation too, else to typographic characters too. Each time in the scope of its
// anchors; where neither its lines nor its outcome stand there, behind them. Of several places the one that
// its numbers name counts; what is then not one single place is ambiguous.
class LenientPlacer {
public:
    // Both must outlive the placer.
    LenientPlacer(const std::vector<Line>& file, const std::vector<Hunk>& hunks);

    // Hunks must be placed in their order.
    Placement place(std::size_t index);

    // The hunk as it fits its place: new lines indented as the file is. Nothing where the lines that stand in
    // both don't tell how.
    std::optional<Hunk> fitted(std::size_t index, const Placement& placement);

private:
    struct Folded;
    struct Scope {
        std::size_t begin; // the anchor's line
        std::size_t end;
    };

    Folded& folded(Folding folding);
    using Scopes = std::vector<Scope>;

    Scopes scopes(const Hunk& hunk);
    std::vector<std::size_t> find(Folded& level, const Side& side, const Scopes& within) const;
    Placement place_in_scope(std::size_t index, const Scopes& within);
    Placement place_beyond(std::size_t index, const Scopes& within);
    bool outcome_stands(Folded& level, std::size_t index, const Scopes& within) const;
    Placement place_additions(const Hunk& hunk);
    const std::vector<std::size_t>& lines_like(std::string_view anchor);
    std::size_t end_of_block(std::size_t head);

    const std::vector<Line>& file;
    const std::vector<Hunk>& hunks;
    std::array<std::shared_ptr<Folded>, 4> levels;
    TakenLines taken;
    std::unordered_map<std::string_view, std::vector<std::size_t>> lines_by_text; // folded by typography
    std::size_t lines_seen = 0; // in all searches for the ends of blocks
    std::deque<std::string> new_texts; // of lines indented anew
};
