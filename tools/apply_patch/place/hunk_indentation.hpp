#pragma once

#include "toolkit/match/reindentation.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// Returns how the added lines of a hunk are indented, if its other lines are indented otherwise
// than in the file: `file` if the added lines already have the indentation of the file, `writer` if
// they have to be shifted like the other lines. `there` has the lines of the file that the hunk is
// placed on.
//
// Context only shows how the context was written. Each run of added lines is therefore compared
// with the lines next to it, in both readings. Returns `unclear` if both readings make sense, or
// neither does. It is also unclear if only the reading `file` makes sense but an added line was
// written less deep than a line next to it, because it may then be meant to leave the block.
match::IndentationStyle style_of_additions(
    const read::Hunk& hunk, const std::vector<text::Line>& there);

}
