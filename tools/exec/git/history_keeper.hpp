#pragma once

#include "lost_names.hpp"
#include "noted_names.hpp"
#include "object_names.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Keeps what the refs and reflogs of repositories name while a command runs: what it removes is
// put back if no git command removes it, and else becomes an entry of the reflog of kept_ref, which
// git's own gc respects and expires.
class HistoryKeeper {
public:
    struct Found {
        std::vector<MovedRef> moved;
        std::vector<std::string> restored; // paths, as in RepositoryWatch
        std::size_t kept = 0; // entries that were added to the reflog of kept_ref
        std::string incomplete; // what was not compared, or could not be written; empty: nothing
    };

    struct Repository {
        std::string path; // absolute
        std::string shown;
        File directory;
        std::string known; // agentcli/read, if that is how the files were before the command
        timespec start; // before they were compared with it
        mutable std::optional<ObjectNames> read; // nullopt until it is needed: as in `known`
        NotedNames noted;
        std::set<std::string> trees; // names in worktrees/ whose working trees exist

        // Returns the names before the command.
        const ObjectNames& names() const;
    };

    // Before the command. Reads the names of the repository of the workspace, also if the workspace
    // is a bare repository, and of those in `granted` (granted_directories()).
    HistoryKeeper(const Workspace& workspace, const std::vector<std::string>& granted);

    // While the command runs: what refs name now is kept, too.
    void note() const;

    // When nothing of the command runs any more. Writes with the rights of the owner of each
    // repository.
    Found settle() const;

private:
    void add(const std::string& path, const std::string& shown);

    std::vector<Repository> repositories;
    std::int64_t start; // seconds since 1970
};

}
