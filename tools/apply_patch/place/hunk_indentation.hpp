#pragma once

#include "toolkit/match/reindentation.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// How the added lines of a hunk are indented if its other lines are indented otherwise than in the
// file, where they are `there`: as the file is, or as the hunk's writer indented those. Context
// says only how the context was written, so that each run of added lines is compared with the lines
// next to it, in both readings. `unclear` if both or none make sense, and if only the file's does
// but an added line is less deep, as written, than a line next to it: it may leave the block.
match::IndentationStyle style_of_additions(
    const read::Hunk& hunk, const std::vector<text::Line>& there);

}
