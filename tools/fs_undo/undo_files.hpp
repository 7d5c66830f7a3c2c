#pragma once

#include "net_change.hpp"
#include "report.hpp"

namespace fs_undo {

// Undoes changes of files by their plans (plan_of_file()) in one transaction, and removes
// directories that the steps made and that are empty. Throws CONFLICT if another program changes a
// file meanwhile; then nothing is changed.
void undo_files(const Run& run, const NetChange& change);

}
