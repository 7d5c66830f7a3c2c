#pragma once

#include "git_helper.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace exec::checkpoint {

using namespace toolkit;

// What a command changes in the workspace, found by a snapshot before and one after it, each a tree
// in a private git directory. It is recorded as changes of the call, so that it can be undone.
//
// Not in a snapshot: what .gitignore files of the workspace name, repositories in the workspace,
// .git and .agentcli, files of more than 16 MiB, files that can't be read, and what is neither a
// file nor a link. A command that has changed more than 4,000 files is not recorded. A change that
// somebody else makes meanwhile counts as one of the command.
class Checkpoint {
public:
    // Takes the first snapshot. `time` limits both together. Throws nothing: obstacle() has the
    // reason why the call has no checkpoint.
    Checkpoint(GitHelper& git, const Workspace& workspace, std::chrono::seconds time);

    // Records what has changed since and is not recorded yet, by the recorder of the call. Throws
    // nothing.
    void record();

    // Returns the reason why further calls should have no checkpoints; empty: they can.
    const std::string& obstacle() const { return reason; }

private:
    struct Before {
        mode_t mode;
        ino_t inode;
    };
    // A line of git diff-tree.
    struct Changed {
        std::string path;
        std::string old_id; // of the blob; empty: there was nothing
        bool was_link = false;
        bool is_there = false; // now, in the snapshot
        bool is_link = false;
    };

    std::string snapshot();
    void look_at_files();
    std::vector<Changed> changes_until(const std::string& after);
    void record_all(std::vector<Changed>& all);
    void record_removal(const Changed& one, const std::string& content);
    void record_new(const Changed& one, const std::string& content);
    void record_directories(const std::string& path);
    bool is_new(const std::string& path) const;
    bool can_change(const std::string& path) const;

    GitHelper& git;
    const Workspace& workspace;
    GitHelper::Clock::time_point deadline;
    std::chrono::seconds time_after;
    std::string before; // the id of a tree
    timespec start {};
    std::map<std::string, Before> files;
    std::set<ino_t> inodes; // of `files`
    std::set<std::string> left_out; // not in a snapshot, although git would have taken them
    std::set<std::string> directories; // that have files, or were recorded
    bool has_ignore_changed = false;
    std::string reason;
};

}
