#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The directories of the repository whose working tree is at `tree` (resolved; "." for the root):
// the one that .git is or names, and behind it the one that it shares with other working trees, if
// that is another (commondir). Resolved; those that do not lie beneath the root are left out.
std::vector<std::string> git_directories(const Workspace& workspace, const std::string& tree);

// "." and "a/b" to "a/b"
std::string beneath(const std::string& directory, const std::string& path);

// Of the working trees that share this repository with another (worktrees/*), the directories of
// those that lie outside the workspace, and of those inside; a thousand at most. Nobody inside has
// work to do in the first.
struct LinkedTrees {
    std::vector<std::string> outside;
    std::vector<std::string> inside;
};
LinkedTrees linked_trees(const Workspace& workspace, const std::string& git_directory);

// Up to 1 MiB of a regular file at this path, no link on the way; empty where there is none.
std::string text_of(const Workspace& workspace, const std::string& path);

// Does the path in the first line of `file`, relative to `directory`, lead to a place in the
// workspace that is there?
bool leads_inside(
    const Workspace& workspace, const std::string& directory, const std::string& file);

// Does this text of a config speak of the extension by which git reads config.worktree too?
bool has_worktree_config(std::string config);

// The names in a directory, sorted, a thousand at most; none where it can't be listed.
std::vector<std::string> names_in(const Workspace& workspace, const std::string& directory);

}
