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

// The files and directories by which git can be controlled in a repository, in addition to
// worktrees/. git ignores empty directories.
inline constexpr std::array git_parts {GitPart {"config", false},
    GitPart {"config.worktree", false}, GitPart {"commondir", false}, GitPart {"hooks", true},
    GitPart {"info", true}, GitPart {"modules", true}, GitPart {"remotes", true},
    GitPart {"branches", true}, GitPart {"agentcli", true}};

// Returns the directories of the repository whose working tree is at `tree` (resolved; "." for the
// root): the directory that .git is or names (git init --separate-git-dir, git worktree), and the
// one that it names as common. The paths are resolved and need not exist. Directories that are not
// beneath the root are left out. Adds the paths of followed links to `followed`.
std::vector<std::string> find_git_directories(
    const Workspace& workspace, const std::string& tree, std::vector<std::string>& followed);

}
