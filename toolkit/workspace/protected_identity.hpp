#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <set>
#include <string>
#include <utility>

namespace toolkit::workspace {

// What is protected, whatever it is called: by the identity of directories and files, where names
// are not enough. They are not if a mount is on the way, and if a file system takes several
// spellings for one name.

// Can something that is protected be reached by another name than its own, within the file system
// of the root: does a mount or a directory that folds names lie on the way to it? File systems that
// are not known to compare bytes count as folding. To be called before the sandbox.
bool find_other_names(const Workspace& workspace);

// Is this resolved path, whose name is not protected, another name of something that is, or of
// something in it? What is missing is known by the directory that it would be in, and names that
// may_be_one_name().
bool is_other_name_of_protected(const Workspace& workspace, const std::string& resolved);

// Likewise: is it another name of a directory that what is protected is in, or would be?
bool is_other_name_of_holder(const Workspace& workspace, const std::string& resolved);

// What lies on the way to what is protected, the root too: no such directory is removed or moved,
// wherever a tree shows it.
class HeldDirectories {
public:
    // None if names tell all about the tree at this resolved path.
    HeldDirectories(const Workspace& workspace, const std::string& resolved);

    bool has(const struct stat& status) const;

private:
    std::set<std::pair<dev_t, ino_t>> held;
};

}
