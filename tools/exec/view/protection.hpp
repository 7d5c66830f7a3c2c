#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Makes the protected paths of the workspace read-only where they are. Each becomes a mount of its
// own, so that neither it nor a parent of it can be moved away:
// - .agentcli and the operator's protected paths, with everything in them
// - .git, if it is a file or a link
// - in the repository, and in the one that it shares with other working trees, the parts that make
//   git run programs or look elsewhere: config, config.worktree, commondir, hooks, info, modules,
//   remotes, branches. Commits can write to the rest.
// - for a working tree outside that shares the repository (worktrees/*): commondir,
//   config.worktree, gitdir
// If such a path is a symbolic link, the link and its target are protected; so are links on the way
// to the repository. Directories in the workspace above a hidden place (absolute) cannot be
// renamed. Paths that do not exist are skipped. Throws SANDBOX_UNAVAILABLE.
void protect(const Workspace& workspace, const std::vector<std::string>& hidden);

// Protects the parts of repositories (absolute) that protect() names, also in worktrees/*, as far
// as they are in the directory or file `written`. Makes `written` as a whole read-only if it is in
// a protected part, or is a file named `.git`. Throws SANDBOX_UNAVAILABLE.
void protect_repositories(const std::string& written, const std::vector<std::string>& repositories);

// Makes missing parts of the repository, so that protect() finds them: empty directories hooks,
// info, modules, remotes and branches, which do not disturb git, and an empty config.worktree if
// that is in use. They are not removed, since another call may depend on them. Failures are
// ignored.
void make_protectable(const Workspace& workspace);

// Does the same for repositories outside the workspace (absolute paths).
void make_protectable(const std::vector<std::string>& repositories);

}
