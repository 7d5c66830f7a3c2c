#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <array>
#include <string>
#include <vector>

namespace toolkit::workspace {

struct GitPart {
    const char* name;
    bool is_directory;
};

// What git obeys in a directory of a repository, beside what is in worktrees/. A directory that is
// empty means nothing to it.
inline constexpr std::array git_parts {GitPart {"config", false},
    GitPart {"config.worktree", false}, GitPart {"commondir", false}, GitPart {"hooks", true},
    GitPart {"info", true}, GitPart {"modules", true}, GitPart {"remotes", true},
    GitPart {"branches", true}};

// The directories of the repository whose working tree is at `tree` (resolved; "." for the root):
// the one that .git is or names (git init --separate-git-dir, git worktree), and the one that this
// names as common. Resolved; they need not exist, and those that do not lie beneath the root are
// left out. Adds to `followed` where the links on the way are.
std::vector<std::string> find_git_directories(
    const Workspace& workspace, const std::string& tree, std::vector<std::string>& followed);

}
