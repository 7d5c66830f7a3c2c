#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"

#include <string>
#include <unordered_set>

namespace toolkit::change {

// Does a plan name nothing but what a request may change, and nothing twice? As far as names tell,
// and mounts: what is in the directories that it names is not looked at
// (toolkit/change/interrupted_change.hpp).
class PlanCheck {
public:
    explicit PlanCheck(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    bool allows(const Plan& plan);

    // True if this call may use all directories in which the plan changes a name
    // (Workspace::within()).
    bool is_in_reach(const Plan& plan) const;

private:
    bool allows(const PlannedChange& change);
    bool adds(const std::string& resolved);

    const Workspace& workspace;
    std::unordered_set<std::string> seen;
};

}
