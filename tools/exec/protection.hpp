#pragma once

#include "toolkit/workspace.hpp"

// Makes what is protected in the workspace read-only where it stands, by mounts in it, so that it can neither
// be changed nor moved away with a parent of it:
//   .agentcli and the operator's protected paths, with all that is in them
//   .git, where it is a file; in one that is a directory what makes git run programs or look elsewhere:
//   config, config.worktree, commondir, hooks, info, modules. The rest of it takes commits.
// What does not exist, and what is a symbolic link, is left as it is. Throws SANDBOX_UNAVAILABLE.
void protect(const Workspace& workspace);
