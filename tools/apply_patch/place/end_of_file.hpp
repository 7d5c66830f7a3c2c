#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// The hunks of the "*** Begin Patch" form without the empty lines of context that they show after
// the last line of the file: the end of a text looks like one. So only if the hunk with these lines
// is nowhere in the file, nor its outcome, and without them one of the two is at its end. Such a
// hunk then ends the file. Throws TOO_LARGE as Finder does.
std::vector<read::Hunk> without_lines_after_the_end(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

}
