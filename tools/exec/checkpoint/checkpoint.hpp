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

// Records the changes that a command makes in the workspace as changes of the call, so that they
// can be undone. Finds them by a snapshot before the command and one after it, each a tree in a
// private git directory.
//
// A snapshot does not contain files that .gitignore files of the workspace match, repositories in
// the workspace, .git, .agentcli, files of more than 16 MiB, unreadable files, and anything that is
// neither a file nor a link. A command that changes more than 4,000 files is not recorded. A change
// that another process makes meanwhile is attributed to the command.
class Checkpoint {
public:
    // Takes the first snapshot. `time` limits both snapshots together. Does not throw ToolError:
    // obstacle() then returns the reason why the call has no checkpoint. `git` and `workspace` must
    // outlive this object.
    Checkpoint(GitHelper& git, const Workspace& workspace, std::chrono::seconds time);

    // Records the changes since the constructor that are not recorded yet, with
    // undo::recorder_of_call(). Does not throw ToolError; a failure sets obstacle().
    void record();

    // Returns the reason why further calls should have no checkpoints, or an empty string if they
    // can.
    const std::string& obstacle() const { return reason; }

private:
    struct Before {
        mode_t mode;
        ino_t inode;
    };
    // An entry of the output of git diff-tree.
    struct Changed {
        std::string path;
        std::string old_id; // ID of the blob; empty if the path did not exist
        bool was_link = false;
        bool is_there = false; // exists in the second snapshot
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
    std::string before; // ID of a tree; empty if there is no snapshot
    timespec start {};
    std::map<std::string, Before> files;
    std::set<ino_t> inodes; // of `files`
    std::set<std::string> left_out; // not in a snapshot, although git would have included them
    std::set<std::string> directories; // that contain files, or were recorded
    bool has_ignore_changed = false;
    std::string reason;
};

}
