#pragma once

#include "report.hpp"
#include "shown_changes.hpp"
#include "toolkit/undo/store.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Undoes the steps of the request, newest first: each path by its plan (report.hpp), or by the
// choice of the request. Throws CONFLICT if every path was changed since, so that nothing is
// undone, BAD_REQUEST if a choice names a path that the steps did not change, and UNSUPPORTED
// without --keep-undo. After an error, what was already undone is reverted; if that fails, the
// message tells.
Report undo_steps(const Workspace& workspace, const Request& request);

// Returns what the steps of the request changed.
std::vector<ShownFile> show_steps(const Workspace& workspace, const Request& request);

// Returns the steps that the request selects, newest first. Undo steps and steps that are already
// undone are skipped. For a redo, only undo steps that are not reverted yet are selected. A step
// that the request names with its hash is selected even if a line of the log marks it as undone.
// Throws CONFLICT if a named step is not in the log, or has another hash.
std::vector<undo::LoggedStep> chosen_steps(
    std::vector<undo::LoggedStep> log, const Request& request);

}
