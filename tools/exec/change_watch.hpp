#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/exec/git/git_obeys.hpp"
#include "tools/exec/git/repository_watch.hpp"

#include <ctime>
#include <optional>

namespace exec {

using namespace toolkit;

// Watches what a command does to repositories, and to files that other programs run later.
class ChangeWatch {
public:
    // To be made before the command starts, in the sandbox of the tool.
    ChangeWatch(const Request& request, const Workspace& workspace);

    // When nothing of the command runs any more: adds gitObeys, gitRemoved, gitDamaged, runsLater
    // and their kin. Removes what gitRemoved names.
    void add_to(Json& answer) const;

private:
    const Request& request;
    const Workspace& workspace;
    std::optional<git::GitWatch> git;
    std::optional<git::RepositoryWatch> repositories;
    timespec start {};
};

// What a command has changed of what is run later (toolkit/workspace/runs_later.hpp).

// The time that the kernel gives to a change that is made now: it goes by the clock's ticks, not by
// the clock.
timespec time_of_changes();

// What has changed since in the workspace. Left incomplete where it is too large to be looked
// through.
workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace);

}
