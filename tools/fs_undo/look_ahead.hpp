#pragma once

#include "report.hpp"

#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Throws what the undoing of these steps would, the newest first, and changes nothing. Changes of
// what a change before them has touched (its path, what is in it, what it is in) are passed over:
// they can't be judged before that one is undone. The report has the others, and says that its diff
// is cut if there are such.
void look_ahead(const Workspace& workspace, const std::vector<undo::Step>& steps, Report& report);

}
