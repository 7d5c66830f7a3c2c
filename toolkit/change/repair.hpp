#pragma once

#include "toolkit/change/journal.hpp"
#include "toolkit/system/file.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

class Step;
class Workspace;

// A plan that was interrupted, and is allowed (toolkit/change/plan_check.hpp), with the locks of its directories: throws
// TIMED_OUT after 10 s.
class Repair {
public:
    Repair(const Workspace& workspace, const Plan& plan);

    // Answers whether all is right. Changes nothing if a directory of the plan is not there. Throws when something can't be
    // opened or written through to the disk.
    bool run() const;

private:
    bool sees_all() const;
    bool put_right(const std::deque<Step>& steps) const;
    bool remove_if_empty(const std::string& path) const;

    const Workspace& workspace;
    const Plan& plan;
    std::map<std::string, File> directories;
    std::vector<File> locks;
};
