#pragma once

#include "toolkit/change/journal.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <map>
#include <set>
#include <string>
#include <unordered_set>

namespace toolkit::change {

// Which changes of a plan are beneath the path of another one: a directory takes the place of a
// file, or a file that of a directory. They come and go with that other one.
class PlannedTrees {
public:
    explicit PlannedTrees(const Plan& plan);

    bool is_inner(const PlannedChange& change) const { return inner.contains(&change); }

    enum class Entries { all, some };

    // Does this directory hold what the plan puts in place of `outer`, unchanged, and nothing else?
    // False if that can't be found out.
    bool is_planned(
        const PlannedChange& outer, const system::Place& place, Entries entries) const noexcept;

    // Removes such a directory with what the plan has put into it. Answers whether it is gone: what
    // is not of the plan stays, and so does the directory that contains it.
    bool remove(const PlannedChange& outer, const system::Place& place) const noexcept;

private:
    // A directory directly before what is in it.
    struct ByNames {
        bool operator()(const std::string& left, const std::string& right) const;
    };
    struct Visit;

    bool visit(const File& directory, const std::string& path, Visit& visit) const;
    bool has_any_beneath(const std::string& path) const;

    std::map<std::string, const PlannedChange*, ByNames> changes;
    std::set<const PlannedChange*> inner;
};

// Checks that a plan names only what a request may change, and nothing twice. Judges by names and
// mounts alone: it does not look into the directories that the plan names
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
