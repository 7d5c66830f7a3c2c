#pragma once

#include "report.hpp"
#include "shown_changes.hpp"
#include "toolkit/undo/store.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Undoes the steps of the request, the newest first: each path by its plan (report.hpp), or by the
// choice of the request. Throws CONFLICT if every path was changed since, so that nothing is
// undone, and UNSUPPORTED without --keep-undo. After an error nothing is changed.
Report undo_steps(const Workspace& workspace, const Request& request);

// Returns what the steps of the request have changed.
std::vector<ShownFile> show_steps(const Workspace& workspace, const Request& request);

// The steps that a request means, the newest first. Those that are undone, and undos, are passed
// over; for a redo, undos that are not taken back are meant, and all others are passed over. A step
// that the request names with its hash is meant although a line of the log says that it is undone.
// Throws CONFLICT if a step is not in the log, or is another one than the request says.
std::vector<undo::LoggedStep> chosen_steps(
    std::vector<undo::LoggedStep> log, const Request& request);

}
