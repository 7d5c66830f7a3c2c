#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::workspace {

// Functions that decide what is protected in a workspace, in addition to the comparison of names in
// workspace.cpp.

// Returns true for names that are protected in every directory: .git and .agentcli, including
// spellings that a file system may take for them: in other cases, as a short name (GIT~1), with
// dots or spaces at the end, or with invisible characters.
bool is_protected_name(std::string_view name);

// Returns a name as such a file system compares it: ASCII letters in lower case, without dots and
// spaces at the end, and without invisible characters.
std::string folded_name(std::string_view name);

// Returns the resolved paths of the workspace's repository if it is elsewhere than at ".git", and
// of our own directory if it is elsewhere than at ".agentcli": the directory that `.git` leads to
// or names (git init --separate-git-dir, git worktree), the one that it names as common, the links
// on the way, and the targets of links in them that replace files which control git, such as config
// and hooks. Paths outside the root are left out. If the repository is at the root itself, only the
// files that control git are returned.
std::vector<std::string> find_repository(const Workspace& workspace);

// Returns true if a file system that folds names may treat the two names as the same: by case,
// invisible characters, or dots and spaces at the end. Any two names that differ only in letters
// beyond ASCII may be the same.
bool may_be_one_name(std::string_view one, std::string_view other);

// The functions below recognise protected files under any name, by the identity of directories and
// files if names are not sufficient: if a mount is on the way, or if a file system accepts several
// spellings of a name.

// Returns true if something protected can be reached by a name other than its own, within the file
// system of the root: a mount or a directory that folds names is on the way to it. File systems
// that are not known to compare bytes count as folding. To be called before the sandbox is entered.
bool find_other_names(const Workspace& workspace);

// Returns true if this resolved path, whose name is not protected, is another name of something
// protected, or of something inside it. A path that does not exist is judged by its directory and
// by may_be_one_name().
bool is_other_name_of_protected(const Workspace& workspace, const std::string& resolved);

// Returns true if the resolved path is another name of a directory that contains something
// protected, or would contain it.
bool is_other_name_of_holder(const Workspace& workspace, const std::string& resolved);

// The root and all other directories that contain something protected. They must not be removed or
// moved, by whatever path a tree reaches them.
class HeldDirectories {
public:
    // Stays empty if names are sufficient for the tree at this resolved path.
    HeldDirectories(const Workspace& workspace, const std::string& resolved);

    bool has(const struct stat& status) const;

private:
    std::set<std::pair<dev_t, ino_t>> held;
};

}
