#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <map>

namespace apply_patch::place {

// The lines of a file on which a hunk would be placed: all of its old side, and in them the lines
// from its first change to its last. Of a hunk that only adds, those are an empty range. A hunk
// without a change needs all of its lines.
struct HunkLines {
    HunkLines(const read::Hunk& hunk, std::size_t place);

    std::size_t begin, end;
    std::size_t change_begin, change_end;
};

// The lines of a file that hunks have been placed on.
class TakenLines {
public:
    // Two hunks may share the context between their changes, and nothing else. Nothing can be put
    // into the midst of a hunk either; beside it, it can.
    bool is_free(const HunkLines& lines) const;

    void take(const HunkLines& lines) { taken.emplace(lines.change_begin, lines); }

private:
    std::multimap<std::size_t, HunkLines> taken; // by where the change begins
};

}
