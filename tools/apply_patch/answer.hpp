#pragma once

#include "change_files.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/tool/answer.hpp"
#include "tools/apply_patch/apply/evaluate.hpp"

#include <vector>

namespace apply_patch {

using namespace toolkit;

// Returns the answer, with `hunksMoved`, `hunksLoose`, `wrongCounts`, `modeOctal` and `notKept` if
// they are not empty. For a dry run it also has `diff` or `diffBase64`, and `truncated` if the diff
// was cut.
tool::Answer answer_of(const Changes& changes);

// Returns the changes of the patch, file by file, as a diff of the actual contents, which may
// differ from the patch that was sent. The diff is cut after `most` bytes.
text::Diff shown_changes(
    const std::vector<apply::FileReport>& files, const apply::Tree& tree, std::size_t most);

}
