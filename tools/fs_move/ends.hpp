#pragma once

#include "toolkit/system/rename.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <string>

namespace fs_move {

using namespace toolkit;

// One end of a move: a name in an open directory, and what stands there.
class End {
public:
    // Opens the directory. Throws PROTECTED (also for the root), NOT_FOUND where the directory is
    // missing, and as Workspace does.
    End(const Workspace& workspace, std::string path);

    // Finds out what stands there, once nobody else may change it. PERMISSION_DENIED where it is a
    // mount point.
    void look();

    bool exists() const { return found; }
    bool is_directory() const { return found && S_ISDIR(seen.st_mode); }
    const struct stat& status() const { return seen; }

    system::Place place() const { return {parent, last_name}; }
    const File& directory() const { return parent; }
    const std::string& resolved() const { return entry; }

    // As the request wrote it.
    const std::string& given() const { return path; }

private:
    std::string path;
    std::string entry; // resolved
    std::string last_name;
    File parent;
    bool found = false;
    struct stat seen { };
};

bool is_same_file(const struct stat& left, const struct stat& right);

}
