#pragma once

#include "patch.hpp"

#include <string_view>

namespace apply_patch::read {

// Reads a unified diff as git, diff -u and language models write it: several files, with or without
// "diff --git" lines, in a mail or a code fence, with CRLF. What is neither header nor hunk is
// prose and left out. The Patch views into `text`. Pure, and linear in its size.
//
// Throws BAD_PATCH with the number of the line that can't be read, and UNSUPPORTED for a binary
// patch, a symbolic link, a submodule, a merge ("@@@") and a context diff.
Patch parse_unified_diff(std::string_view text);

}
