#pragma once

#include "toolkit/workspace.hpp"

#include <string>
#include <string_view>

// What of a workspace is protected, beside the comparison of names in workspace.cpp.

// Is this the name of something that is protected wherever it stands: .git or .agentcli, also as a file system may
// take it for one of them: in other cases, as a short name (GIT~1), with dots or blanks at the end, or with
// characters that are not seen between.
bool is_protected_name(std::string_view name);

// Where the repository of the workspace is: ".git"; where that is a file which names another directory beneath
// the root (git init --separate-git-dir), that one, resolved.
std::string find_git_directory(const Workspace& workspace);

// Does this resolved path, whose name is not protected, lead to what is, by something that is mounted in the
// workspace? Found by the identity of all that is on the way.
bool is_mount_of_protected(const Workspace& workspace, const std::string& resolved);
