#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::workspace {

// What of a workspace is protected, beside the comparison of names in workspace.cpp.

// Is this the name of something that is protected wherever it stands: .git or .agentcli, also as a
// file system may take it for one of them: in other cases, as a short name (GIT~1), with dots or
// blanks at the end, or with characters that are not seen between.
bool is_protected_name(std::string_view name);

// A name as such a file system compares it: ASCII letters in lower case, without dots and blanks at
// the end and without the characters that are not seen.
std::string folded_name(std::string_view name);

// Where else the repository of the workspace is than at ".git", and our own directory than at
// ".agentcli", resolved: the directory that `.git` leads to or names (git init --separate-git-dir,
// git worktree), the one that it names as common, the links on the way, and what links in them lead
// to in place of what git obeys: config, hooks and others. What lies outside the root is left out,
// and so is the root itself: of a repository there only what git obeys.
std::vector<std::string> find_repository(const Workspace& workspace);

// May a file system that folds names take one for the other: by upper and lower case, by characters
// that are not seen, by dots and blanks at the end? Of letters beyond ASCII it is only known that
// they are some: two names with such may be one.
bool may_be_one_name(std::string_view one, std::string_view other);

// These recognise what is protected under any name: by the identity of directories and files, if
// names are not enough. Names are not enough if a mount is on the way, or if a file system takes
// several spellings for one name.

// True if something protected can be reached by another name than its own, within the file system
// of the root: if a mount or a directory that folds names lies on the way to it. File systems that
// are not known to compare bytes count as folding. Call it before the sandbox is entered.
bool find_other_names(const Workspace& workspace);

// True if this resolved path, whose name is not protected, is another name of something that is, or
// of something in it. A path that does not exist is compared by the directory that it would be in,
// and by may_be_one_name().
bool is_other_name_of_protected(const Workspace& workspace, const std::string& resolved);

// True if the resolved path is another name of a directory that something protected is in, or would
// be.
bool is_other_name_of_holder(const Workspace& workspace, const std::string& resolved);

// The root and all other directories that contain something protected. They must not be removed or
// moved, by whatever path a tree reaches them.
class HeldDirectories {
public:
    // Holds no directories if names are enough for the tree at this resolved path.
    HeldDirectories(const Workspace& workspace, const std::string& resolved);

    bool has(const struct stat& status) const;

private:
    std::set<std::pair<dev_t, ino_t>> held;
};

}
