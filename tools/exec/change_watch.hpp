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

// Watches what a command does to repositories, and to files that other programs run later.
class ChangeWatch {
public:
    // To be made before the command starts, in the sandbox of the tool.
    ChangeWatch(const Request& request, const Workspace& workspace);

    // While the command runs: has git outside find the objects that it has added so far. What
    // cannot be moved yet is moved at the end.
    void publish_objects() const;

    // When nothing of the command runs any more: adds gitObeys, gitRemoved, gitDamaged, gitRefs,
    // runsLater and their kin. Removes what gitRemoved names, and takes over the objects that the
    // command has added.
    void add_to(Json& answer) const;

    // The same for the history of repositories alone: of a command whose call has no answer.
    void add_history(Json& answer) const;

private:
    const Request& request;
    const Workspace& workspace;
    std::optional<git::GitWatch> git;
    std::optional<git::RepositoryWatch> repositories;
    std::optional<git::HistoryKeeper> history;
    timespec start {};
};

// These find files that are run later (toolkit/workspace/runs_later.hpp) and that a command has
// changed.

// Returns those files of the workspace that have changed since `start`. The result is marked as
// incomplete if the workspace is too large to be searched.
workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace);

}
