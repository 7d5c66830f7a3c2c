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

using match::LineRange;
using match::MatchLevel;

// Finds the sides of hunks in the lines of a file. Newlines are not compared, except for the end of
// the file if the side says whether it ends with one. The index is made by the first search, so
// that a patch with correct line numbers needs none. Throws TOO_LARGE if hunks of repeated lines
// would make the searches too long.
class Finder {
public:
    // `file` and `hunks` must outlive the Finder. The lines of the hunks, and of all sides that are
    // passed below, must be folded already; the lines of the file are folded when they are
    // compared, since there may be many.
    Finder(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks,
        MatchLevel level = MatchLevel::exact)
        : lines(file)
        , hunks(hunks)
        , level(level)
    {
    }

    bool fits(const read::Side& side, std::size_t place) const;

    // Returns the first `max` places at or after `from` at which the side fits. An empty side fits
    // nowhere.
    std::vector<std::size_t> find(const read::Side& side, std::size_t from, std::size_t max)
    {
        return find_within(side, {{from, lines.size()}}, max);
    }

    // Returns the places at which the side fits and begins within one of the ranges, in the order
    // of the ranges, at most `max` for each.
    std::vector<std::size_t> find_within(
        const read::Side& side, const std::vector<LineRange>& ranges, std::size_t max);

    const std::vector<text::Line>& file() const { return lines; }
    const std::vector<read::Hunk>& all_hunks() const { return hunks; }

private:
    bool has_end_of(const read::Side& side) const;

    const std::vector<text::Line>& lines;
    const std::vector<read::Hunk>& hunks;
    MatchLevel level;
    std::optional<match::LineFinder> index;
};

// Copies of hunks with all their lines folded, and the finder for them.
struct FoldedHunks {
    // `file` and the texts of `originals` must outlive the object.
    FoldedHunks(const std::vector<text::Line>& file, const std::vector<read::Hunk>& originals,
        MatchLevel level);
    FoldedHunks(const FoldedHunks&) = delete;

    std::vector<read::Hunk> hunks;
    std::deque<std::string> texts; // of the lines that folding has changed; `hunks` refers to them
    Finder finder;
};

}
