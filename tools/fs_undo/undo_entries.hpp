#pragma once

#include "report.hpp"
#include "undo_files.hpp"

namespace fs_undo {

// Undoes a step that has moved something, or removed or put back a directory or a link: change by
// change, the last one first, each in one step. Throws CONFLICT as undo_files() does; the changes
// that were undone before are noted by the recorder of the call.
void undo_entries(
    const Workspace& workspace, const undo::Step& step, Commit commit, Report& report);

}
