#pragma once

#include "toolkit/change/journal.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <map>
#include <set>
#include <string>
#include <unordered_set>

namespace toolkit::change {

// Finds the changes of a plan whose paths are inside the path of another change: a directory
// replaces a file, or a file replaces a directory. Inner changes are made and taken back together
// with the outer one.
class PlannedTrees {
public:
    explicit PlannedTrees(const Plan& plan);

    bool is_inner(const PlannedChange& change) const { return inner.contains(&change); }

    enum class Entries { all, some };

    // Returns true if this directory contains only what the plan puts in place of `outer`,
    // unchanged: all of it, or at least a part. Returns false if that cannot be determined.
    bool is_planned(
        const PlannedChange& outer, const system::Place& place, Entries entries) const noexcept;

    // Removes this directory and the entries that the plan has put into it. Returns true if it is
    // gone. Entries that are not part of the plan stay, and so do the directories that contain
    // them.
    bool remove(const PlannedChange& outer, const system::Place& place) const noexcept;

private:
    // Sorts each directory directly before its entries.
    struct ByNames {
        bool operator()(const std::string& left, const std::string& right) const;
    };
    struct Visit;

    bool visit(const File& directory, const std::string& path, Visit& visit) const;
    bool has_any_beneath(const std::string& path) const;

    std::map<std::string, const PlannedChange*, ByNames> changes;
    std::set<const PlannedChange*> inner;
};

// Checks that a plan names only paths that a request may change, and no path twice. Judges by names
// and mounts only, and does not read the directories that the plan names;
// toolkit/change/interrupted_change.hpp does.
class PlanCheck {
public:
    explicit PlanCheck(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    // Returns true if the plan passes the check.
    bool allows(const Plan& plan);

    // Returns true if this call may use all directories in which the plan changes a name
    // (Workspace::within()).
    bool is_in_reach(const Plan& plan) const;

private:
    bool allows(const PlannedChange& change);
    bool adds(const std::string& resolved);

    const Workspace& workspace;
    std::unordered_set<std::string> seen;
};

}
