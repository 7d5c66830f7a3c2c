#pragma once

#include "evaluate.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <vector>

namespace apply_patch::apply {

using namespace toolkit;

// A NOT_FOUND of evaluate() with a hint that names the nearest path to the first file that is
// missing, if one is near.
ToolError with_nearest_name(const Workspace& workspace, const std::vector<NamedChange>& changes,
    const Tree& tree, ToolError error);

}
