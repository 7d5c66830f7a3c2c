#pragma once

#include "finder.hpp"

#include <optional>
#include <vector>

namespace apply_patch::place {

// A line of the file at which the result of a hunk already is. If it is certain, the hunk has been
// applied; otherwise the same lines may have another origin.
struct EarlierApplication {
    // The line, 0-based; nullopt if the result is not there.
    std::optional<std::size_t> line = {};
    bool is_certain = false;
};

// A hunk with its lines folded like the finder folds the lines of the file, and as it was written.
struct HunkForms {
    const read::Hunk& folded;
    const read::Hunk& written;
    Finder* exact = nullptr; // finds lines as they were written; null if `folded` is `written`
};

// Returns the earlier application of a hunk whose old lines are at `place`.
EarlierApplication trace_beside(const Finder& finder, const HunkForms& hunk, std::size_t place);

// Returns the earlier application of a hunk whose old lines are not within these ranges. The added
// lines must be in the file exactly as written. It is certain if the result is at the stated line,
// or if the result is at one place only, contains enough to be recognised, and is at the
// end of the file if the hunk names it, is the whole file, or contains context that occurs once
// within the ranges.
EarlierApplication trace_alone(
    Finder& finder, const HunkForms& hunk, const std::vector<LineRange>& within);

}
