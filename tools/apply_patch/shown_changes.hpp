#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "tools/apply_patch/apply/evaluate.hpp"

#include <vector>

// What the patch changes, file by file, as a patch: what was found in the files, not what was asked for. `most` bytes of it.
Diff shown_changes(const std::vector<FileReport>& files, const Tree& tree, std::size_t most);
