#pragma once

#include "finder.hpp"

#include <optional>
#include <vector>

namespace apply_patch::place {

// The line, from 0, at which the outcome of a hunk stands in the file already, if it does. Certain:
// the hunk has been applied. Otherwise the same lines may be there for another reason.
struct Trace {
    std::optional<std::size_t> line = {};
    bool is_certain = false;
};

// A hunk with its lines folded as the finder folds those of the file, and as it was written.
struct SoughtHunk {
    const read::Hunk& folded;
    const read::Hunk& written;
    Finder* exact = nullptr; // finds lines as they were written; null if `folded` is `written`
};

// The trace of a hunk whose old lines stand at `place`.
Trace trace_beside(const Finder& finder, const SoughtHunk& hunk, std::size_t place);

// The trace of a hunk whose old lines do not stand within these lines. It is certain if the outcome
// stands at the stated line, at the end of the file if the hunk names it, or beside lines of its
// context that stand at no other place. Added lines must stand there exactly.
Trace trace_alone(Finder& finder, const SoughtHunk& hunk, const std::vector<LineRange>& within);

}
