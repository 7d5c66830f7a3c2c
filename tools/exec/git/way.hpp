#pragma once

#include "budget.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Where a path leads, as the kernel follows it (path_resolution(7)): also by links out of the
// workspace and in again.
struct Way {
    bool is_there = false; // the last name exists, in the workspace or outside
    std::optional<std::string> target; // if it is in the workspace: resolved; "." for the root
    std::vector<std::string> links; // those of the workspace that were followed, resolved
};

// `path` is absolute, or relative to the root. Opens nothing but O_PATH, one descriptor at a time.
// What can't be followed to its end leads nowhere, and `budget` says so, unless git can't follow it
// either.
Way find_way(const Workspace& workspace, Budget& budget, Cost cost, const std::string& path);

}
