#pragma once

#include "toolkit/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

// Whether the removal of what a command left is the tool's to do.
enum class Leavings { reported, removed };

// What in the workspace makes git run programs or look elsewhere when somebody calls it later, and can be written by a command: the
// parts of the repository that the mounts do not close, those of repositories that it holds as entries of its index, and what
// its config names in the working tree (core.hooksPath, core.fsmonitor, include.path).
class GitWatch {
public:
    // Before the command is started.
    explicit GitWatch(const Workspace& workspace);

    struct Found {
        std::vector<std::string> obeyed; // new, or changed since: relative to the root, sorted, 100 at most
        std::vector<std::string>
            removed; // which no program has to make: commondir, and a config.worktree that is not in use
    };

    // When nothing of the command is running any more.
    Found look(Leavings leavings) const;

private:
    // A file is the same as long as this is; a directory as long as its first half is.
    struct Mark {
        std::uint64_t device;
        std::uint64_t inode;
        std::int64_t seconds;
        std::int64_t nanoseconds;

        friend bool operator==(const Mark&, const Mark&) = default;
    };
    using Marks = std::map<std::string, Mark>;

    Marks marks() const;
    void add(Marks& marks, const std::string& path) const;
    void add_all_in(Marks& marks, const std::string& directory) const;
    void add_repository(Marks& marks, const std::string& directory) const;
    void add_named_by_config(Marks& marks, const std::string& config, const std::string& directory) const;
    // Takes what it reads off `room`.
    std::vector<std::string> linked_repositories(
        const std::string& tree, const std::string& directory, std::size_t& room) const;
    bool remove_if_planted(const std::string& directory, const char* name) const;

    const Workspace& workspace;
    Marks before;
};
