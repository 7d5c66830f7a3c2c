#pragma once

#include "patch.hpp"

#include <string>
#include <string_view>

namespace apply_patch::read {

// The text; one without any newline, whose lines end with carriage returns alone, has newlines in
// their place.
std::string with_newlines(std::string text);

// Reads a unified diff as git, diff -u and language models write it: several files, with or without
// "diff --git" lines, in a mail or a code fence, with CRLF. What is neither header nor hunk is
// prose and left out. The Patch views into `text`. Pure, and linear in its size.
//
// Throws BAD_PATCH with the number of the line that can't be read, and UNSUPPORTED for a binary
// patch, a symbolic link, a submodule, a merge ("@@@") and a context diff.
Patch parse_unified_diff(std::string_view text);

// Does a line "*** Begin Patch" come before any header of a unified diff?
bool is_envelope(std::string_view text);

// Reads the "*** Begin Patch" form: Add File, Delete File, Update File, Move to, "@@ context"
// (several lines of it are nested) and "*** End of File". What stands around it (a code fence, a
// here-document) is left out. The Patch views into `text`. Pure, and linear in its size. Throws
// BAD_PATCH with the number of the line that can't be read, also where "*** End Patch" is missing,
// since then the patch may have been cut off.
Patch parse_envelope(std::string_view text);

// Reads a patch in whichever form it is written; see parse_unified_diff() and parse_envelope().
Patch parse_patch(std::string_view text);

}
