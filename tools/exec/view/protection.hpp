#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Makes what is protected in the workspace read-only where it stands, by mounts in it, so that it
// can neither be changed nor moved away with a parent of it:
//   .agentcli and the operator's protected paths, with all that is in them .git, where it is a file
//   or a link; in the repository, and in the one that it shares with other working trees, what
//   makes git run programs or look elsewhere: config, config.worktree, commondir, hooks, info,
//   modules, remotes, branches. The rest of it takes commits. of a working tree outside which
//   shares the repository (worktrees/*): commondir, config.worktree, gitdir
// Where one is a symbolic link, it and what it leads to; the links on the way to the repository;
// and where the directories above a hidden place (absolute) are in the workspace, they keep their
// names. What does not exist is left as it is. Throws SANDBOX_UNAVAILABLE.
void protect(const Workspace& workspace, const std::vector<std::string>& hidden);

// Protects the parts of repositories (absolute) that protect() names, also in worktrees/*, as far
// as they are in the directory or file `written`. Makes all of `written` read-only if it is in a
// protected part, or if it is a file `.git`.
void protect_repositories(const std::string& written, const std::vector<std::string>& repositories);

// Makes what git does not mind in the repository, so that protect() finds it: empty hooks, info,
// modules, remotes and branches, and an empty config.worktree if it is in use. They stay: another
// call may rest on them. What can't be made is not.
void make_protectable(const Workspace& workspace);

// Makes the same in repositories outside the workspace (absolute).
void make_protectable(const std::vector<std::string>& repositories);

}
