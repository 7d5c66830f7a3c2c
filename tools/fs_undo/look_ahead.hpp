#pragma once

#include "report.hpp"

#include "toolkit/undo/step.hpp"

#include <vector>

namespace fs_undo {

using namespace toolkit;

// Adds to the report of `run`, which must only check, what undoing these steps, newest first, would
// do. Changes nothing. Throws what the undo would throw.
//
// A change is skipped if it depends on one that is undone before it (at the same path, or at a path
// in it or above it): it cannot be judged until that one is undone. If a change is skipped, the
// report's diff is marked as cut.
void look_ahead(const Run& run, const std::vector<undo::Step>& steps);

}
