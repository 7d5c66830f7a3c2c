#pragma once

#include "report.hpp"
#include "toolkit/undo/store.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Undoes the steps of the request, the newest first, all or none of them. Throws CONFLICT if
// anything is not as the steps have left it, and UNSUPPORTED without --keep-undo.
Report undo_steps(const Workspace& workspace, const Request& request);

// The steps that a request means, the newest first. Those that are undone, and undos, are passed
// over; for a redo, undos that are not taken back are meant, and all others are passed over. A step
// that the request names with its hash is meant although a line of the log says that it is undone.
// Throws CONFLICT if a step is not in the log, or is another one than the request says.
std::vector<undo::LoggedStep> chosen_steps(
    std::vector<undo::LoggedStep> log, const Request& request);

}
