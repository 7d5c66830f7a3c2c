#pragma once

#include "folded_line.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// Lines from 0: places from `begin` on, and before `end`.
struct LineRange {
    std::size_t begin;
    std::size_t end;
};

// Finds the lines of hunks in the lines of a file. Ends don't count, text does. An index over those
// lines of the file that any hunk has is made at the first search, so that a patch whose line
// numbers are right needs none. The work of all searches together is bounded: TOO_LARGE, where
// hunks of repeated lines would exceed it.
class Finder {
public:
    // Both must outlive the Finder. The lines of the hunks, and of all sides below, are folded
    // already; those of the file are folded when they are compared: there may be many.
    Finder(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks,
        Folding folding = Folding::none);

    bool fits(const read::Side& side, std::size_t place) const;

    // The first `most` places at or after `from` where the side fits. An empty side fits nowhere.
    std::vector<std::size_t> find(const read::Side& side, std::size_t from, std::size_t most);

    // The same within each of these lines, in their order: at most so many places in each.
    std::vector<std::size_t> find_within(
        const read::Side& side, const std::vector<LineRange>& ranges, std::size_t most);

    const std::vector<text::Line>& file() const { return lines; }
    const std::vector<read::Hunk>& all_hunks() const { return hunks; }

private:
    const std::vector<std::size_t>& places_of(std::string_view text);
    std::size_t rarest_line(const read::Side& side);
    void spend(std::size_t comparisons);

    const std::vector<text::Line>& lines;
    const std::vector<read::Hunk>& hunks;
    Folding folding;
    std::unordered_map<std::string_view, std::vector<std::size_t>> index;
    std::size_t spent = 0;
};

}
