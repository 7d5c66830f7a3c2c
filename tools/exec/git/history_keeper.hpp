#pragma once

#include "lost_names.hpp"
#include "object_names.hpp"
#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The ref whose reflog has what commands have lost.
inline constexpr const char* kept_ref = "refs/agentcli/kept";

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

    // Before the command. Reads the names of the repository of the workspace and of those in
    // `granted` (granted_directories()).
    HistoryKeeper(const Workspace& workspace, const std::vector<std::string>& granted);

    // When nothing of the command runs any more. Writes with the rights of the owner of each
    // repository.
    Found settle() const;

private:
    struct Repository {
        std::string shown;
        File directory;
        ObjectNames names;
    };

    void add(const std::string& path, const std::string& shown);
    static void settle(const Repository& repository, std::int64_t start, Found& found);

    std::vector<Repository> repositories;
    std::int64_t start; // seconds since 1970
};

}
