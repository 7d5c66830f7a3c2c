#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

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

// Records what was copied, an entry and all beneath it: names, identities, rights, sizes and times.
class Original {
public:
    // Each before it is read, a directory before what is in it, and that in the order of
    // names_in().
    void note(const std::string& name, const struct stat& status);

    // True if `place` has exactly what was noted; the name of the entry itself may be another.
    bool is_at(const system::Place& place) const;

private:
    void walk(const system::Place& place);

    std::string digest; // of all of it, so that a tree of any size takes no memory
};

// In the order of their bytes.
std::vector<std::string> names_in(const File& directory, std::string_view path);

// Throws CONFLICT.
[[noreturn]] void fail_as_changed(std::string_view given);

// The place of an original.
struct Source {
    system::Place place;
    std::string resolved;
    std::string given;
    bool is_directory;
};

// Removes what was copied. It gets a temporary name first: whoever has changed it until then is
// noticed, and it gets its name back (CONFLICT), also if the process is killed before that is
// known. On overlayfs a directory of a lower layer can't be renamed, and is removed where it is.
void remove_original(const Workspace& workspace, const Source& source, const Original& original);

}
