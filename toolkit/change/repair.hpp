#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/planned_trees.hpp"
#include "toolkit/system/file.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace toolkit::change {

class Step;

// Carries out or takes back a plan that was interrupted and that PlanCheck allows. Holds the locks
// of its directories; the constructor throws TIMED_OUT if another program holds one.
class Repair {
public:
    Repair(const Workspace& workspace, const Plan& plan);

    // Selects how to treat a directory or a file of the plan that is missing: change nothing, or
    // recover the rest.
    enum class Missing { refused, passed_over };

    // Returns true if everything is recovered, so that the plan is no longer needed. Returns false
    // if something was missing, or has been changed since by another program. Throws if something
    // cannot be opened or written through to the disk.
    bool run(Missing missing) const;

private:
    bool misses_directory() const;
    bool has_lost(const PlannedChange& change) const;
    bool sees_all() const;
    std::deque<Step> steps() const;
    bool put_right(const std::deque<Step>& all) const;
    void note_changes(const std::deque<Step>& steps) const;
    bool remove_if_empty(const std::string& path) const;

    const Workspace& workspace;
    const Plan& plan;
    PlannedTrees trees;
    std::map<std::string, File> directories;
    std::vector<File> locks;
};

}
