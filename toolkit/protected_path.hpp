#pragma once

#include "toolkit/workspace.hpp"

#include <string>
#include <string_view>

// What of a workspace is protected, beside the comparison of names in workspace.cpp.

// Is this the name of something that is protected wherever it stands: .git or .agentcli, also as a file system may
// take it for one of them: in other cases, as a short name (GIT~1), with dots or blanks at the end, or with
// characters that are not seen between.
bool is_protected_name(std::string_view name);

// A name as such a file system compares it: ASCII letters in lower case, without dots and blanks at the end and without
// the characters that are not seen.
std::string folded_name(std::string_view name);

// Where the repository of the workspace is: ".git"; where that is a file which names another directory beneath
// the root (git init --separate-git-dir), that one, resolved.
std::string find_git_directory(const Workspace& workspace);

// May a file system that folds names take one for the other: by upper and lower case, by characters that are not seen, by dots and blanks at
// the end? Of letters beyond ASCII it is only known that they are some: two names with such may be one.
bool may_be_one_name(std::string_view one, std::string_view other);
