#pragma once

#include "report.hpp"
#include "request.hpp"

#include "toolkit/workspace/workspace.hpp"

namespace fs_undo {

using namespace toolkit;

// Undoes the steps of the request, the newest first, all or none of them. Throws CONFLICT if
// anything is not as the steps have left it, and UNSUPPORTED without --keep-undo.
Report undo_steps(const Workspace& workspace, const Request& request);

}
