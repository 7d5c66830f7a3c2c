#pragma once

#include "report.hpp"

namespace fs_undo {

// Undoes a step that has moved something, or removed or put back a directory or a link: change by
// change, the last one first, each in one step. What was changed since is kept, unless the run says
// that this fails: then it throws CONFLICT, and the changes that were undone before are recorded by
// the recorder of the call.
void undo_entries(const Run& run, const undo::Step& step);

}
