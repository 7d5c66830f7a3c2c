#pragma once

#include "toolkit/match/line_finder.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

using match::Folding;
using match::LineRange;

// Finds the sides of hunks in the lines of a file. Newlines don't count, text does, and so does the
// end of the file where the side tells of it. The index is made at the first search: a patch whose
// line numbers are right needs none. Throws TOO_LARGE if hunks of repeated lines would make the
// searches too long.
class Finder {
public:
    // Both must outlive the Finder. The lines of the hunks, and of all sides below, are folded
    // already; those of the file are folded when they are compared: there may be many.
    Finder(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks,
        Folding folding = Folding::none)
        : lines(file)
        , hunks(hunks)
        , folding(folding)
    {
    }

    bool fits(const read::Side& side, std::size_t place) const;

    // The first `max` places at or after `from` where the side fits. An empty side fits nowhere.
    std::vector<std::size_t> find(const read::Side& side, std::size_t from, std::size_t max)
    {
        return find_within(side, {{from, lines.size()}}, max);
    }

    // The same within each of these lines, in their order: at most so many places in each.
    std::vector<std::size_t> find_within(
        const read::Side& side, const std::vector<LineRange>& ranges, std::size_t max);

    const std::vector<text::Line>& file() const { return lines; }
    const std::vector<read::Hunk>& all_hunks() const { return hunks; }

private:
    bool has_end_of(const read::Side& side) const;

    const std::vector<text::Line>& lines;
    const std::vector<read::Hunk>& hunks;
    Folding folding;
    std::optional<match::LineFinder> index;
};

// Hunks with all their lines folded, and what finds them in a file.
struct FoldedHunks {
    // The file and the texts of the originals must outlive the object.
    FoldedHunks(const std::vector<text::Line>& file, const std::vector<read::Hunk>& originals,
        Folding folding);
    FoldedHunks(const FoldedHunks&) = delete;

    std::vector<read::Hunk> hunks;
    std::deque<std::string> texts; // of lines that are another text without what is ignored
    Finder finder;
};

}
