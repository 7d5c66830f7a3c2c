#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/exec/git/git_obeys.hpp"
#include "tools/exec/git/history_keeper.hpp"
#include "tools/exec/git/repository_watch.hpp"

#include <ctime>
#include <optional>

namespace exec {

using namespace toolkit;

// Watches how a command changes repositories, and files that other programs run later.
class ChangeWatch {
public:
    // Must be created before the command starts, in the sandbox of the tool. Keeps references to
    // `request` and `workspace`.
    ChangeWatch(const Request& request, const Workspace& workspace);

    // To be called while the command runs: moves the objects that the command has added so far into
    // the repositories, so that git outside the sandbox finds them. Objects that cannot be moved
    // yet are moved by add_to() or add_history().
    void publish_objects() const;

    // To be called after all processes of the command have ended. Moves the objects that the
    // command has added into the repositories, removes planted files, and adds gitObeys,
    // gitRemoved, gitDamaged, gitRefs, runsLater and related fields to the answer.
    void add_to(Json& answer) const;

    // Does the part of add_to() that concerns the history of repositories. To be called instead of
    // add_to() if the call will have no answer.
    void add_history(Json& answer) const;

private:
    const Request& request;
    const Workspace& workspace;
    std::optional<git::GitWatch> git;
    std::optional<git::RepositoryWatch> repositories;
    std::optional<git::HistoryKeeper> history;
    timespec start {};
};

// The following function finds changed files that other programs run later
// (toolkit/workspace/runs_later.hpp).

// Returns the files of that kind in the workspace that changed since `start`. The result is marked
// as incomplete if the workspace is too large to be searched completely.
workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace);

}
