#pragma once

#include "change_files.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/tool/answer.hpp"
#include "tools/apply_patch/apply/evaluate.hpp"

#include <vector>

namespace apply_patch {

using namespace toolkit;

// The answer of the contract, with `hunksMoved`, `hunksLoose`, `wrongCounts`, `modeOctal` and
// `notKept` where there are any; and of a dry run `diff` or `diffBase64`, with `truncated` where it
// was cut.
tool::Answer answer_of(const Changes& changes);

// Returns what the patch changes, file by file, as a diff of the files' actual contents, which can
// differ from the patch that was sent. Cuts it after `most` bytes.
text::Diff shown_changes(
    const std::vector<apply::FileReport>& files, const apply::Tree& tree, std::size_t most);

}
