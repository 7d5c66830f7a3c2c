#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "tools/apply_patch/apply/evaluate.hpp"

#include <vector>

namespace apply_patch {

using namespace toolkit;

// What the patch changes, file by file, as a patch: what was found in the files, not what was asked
// for. `most` bytes of it.
text::Diff shown_changes(
    const std::vector<apply::FileReport>& files, const apply::Tree& tree, std::size_t most);

}
