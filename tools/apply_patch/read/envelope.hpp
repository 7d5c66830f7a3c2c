#pragma once

#include "patch.hpp"

#include <string_view>

namespace apply_patch::read {

// Does a line "*** Begin Patch" come before any header of a unified diff?
bool is_envelope(std::string_view text);

// Reads the "*** Begin Patch" form: Add File, Delete File, Update File, Move to, "@@ context"
// (several lines of it are nested) and "*** End of File". What stands around it (a code fence, a
// here-document) is left out. The Patch views into `text`. Pure, and linear in its size. Throws
// BAD_PATCH with the number of the line that can't be read, also where "*** End Patch" is missing,
// since then the patch may have been cut off.
Patch parse_envelope(std::string_view text);

}
