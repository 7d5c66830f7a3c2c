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

// A plan that was interrupted, and is allowed (toolkit/change/planned_trees.hpp), with the locks of
// its directories: throws TIMED_OUT if another program holds one.
class Repair {
public:
    Repair(const Workspace& workspace, const Plan& plan);

    // What to do if a directory or a file of the plan is not there: change nothing, or put right
    // what is there.
    enum class Missing { refused, passed_over };

    // Answers whether all is right, so that the plan is no longer needed: no if something was
    // missing, or something else has changed it since. Throws when something can't be opened or
    // written through to the disk.
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
