#pragma once

#include "report.hpp"

#include "toolkit/undo/step.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Reports what the undoing of these steps would do, the newest first, and changes nothing. Throws
// what it would throw. Changes of what a change before them has touched (its path, what is in it,
// what it is in) are passed over: they cannot be judged before that one is undone. The report has
// the others, and says that its diff is cut if there are such. `run` must be one that only checks.
void look_ahead(const Run& run, const std::vector<undo::Step>& steps);

}
