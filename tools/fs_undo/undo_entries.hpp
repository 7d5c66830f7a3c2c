#pragma once

#include "report.hpp"

namespace fs_undo {

// Undoes a step that moved something, or removed or put back a directory or a link. Undoes its
// changes one by one, the last one first. What was changed since is kept. If OnConflict is `fail`,
// throws CONFLICT instead; the changes that were already undone have then been recorded with
// undo::recorder_of_call().
void undo_entries(const Run& run, const undo::Step& step);

}
