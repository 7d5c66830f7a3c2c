#pragma once

#include "net_change.hpp"
#include "report.hpp"

namespace fs_undo {

enum class Commit { only_check, make_changes };

// Undoes changes of files, all or none. Throws CONFLICT if a file is not as the steps have left it,
// or what was kept not as it was; then nothing is changed.
void undo_files(const Workspace& workspace, const NetChange& change, Commit commit, Report& report);

}
