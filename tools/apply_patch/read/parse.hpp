#pragma once

#include "patch.hpp"

#include <string>
#include <string_view>

namespace apply_patch::read {

// Returns the text. If its lines end with CR alone, so that it has no newline, replaces each CR by
// a newline.
std::string with_newlines(std::string text);

// Parses a unified diff as git, diff -u and language models write it: of several files, with or
// without "diff --git" lines, in a mail or a code fence, with CRLF. Lines that are neither header
// nor hunk are ignored as prose. The Patch refers to `text`. Pure function; takes linear time.
//
// Throws BAD_PATCH with the number of the line that cannot be read, and UNSUPPORTED for a binary
// patch, a symbolic link, a submodule, a merge ("@@@") and a context diff.
Patch parse_unified_diff(std::string_view text);

// Returns true if a line "*** Begin Patch" is before any header of a unified diff.
bool is_envelope(std::string_view text);

// Parses the "*** Begin Patch" form: Add File, Delete File, Update File, Move to, "@@ context"
// (several such lines are nested) and "*** End of File". Text around it (a code fence, a
// here-document) is ignored. The Patch refers to `text`. Pure function; takes linear time. Throws
// BAD_PATCH with the number of the line that cannot be read. Also throws it if "*** End Patch" is
// missing, because the patch may have been cut off.
Patch parse_envelope(std::string_view text);

// Parses a patch in either form; see parse_unified_diff() and parse_envelope().
Patch parse_patch(std::string_view text);

}
