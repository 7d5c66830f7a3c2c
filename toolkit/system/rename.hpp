#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace toolkit::system {

// A name in an open directory.
struct Place {
    const File& directory;
    const std::string& name;
};

// Moves what `from` names to a name that is free, in one step. Answers 0, or an errno: EEXIST where
// anything has that name. Where the file system can't promise that (NFS, FUSE) the name is looked
// for first.
int rename_to_free(const Place& from, const Place& to);

// Says this errno that a file system lacks a flag of renameat2(2), or the like?
bool is_unsupported(int error);

}
