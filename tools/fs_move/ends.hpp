#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

namespace fs_move {

using namespace toolkit;

// One end of a move: a name in an open directory, and the entry with this name, if it exists.
class End {
public:
    // Opens the directory. Throws PROTECTED (also for the root of the workspace), NOT_FOUND if the
    // directory is missing, and what Workspace throws.
    End(const Workspace& workspace, std::string path);

    // Reads the status of the entry. Must be called after the directory has been locked. Throws
    // PERMISSION_DENIED for a mount point.
    void look();

    bool exists() const { return found; }
    bool is_directory() const { return found && S_ISDIR(seen.st_mode); }
    const struct stat& status() const { return seen; }

    system::Place place() const { return {parent, last_name}; }
    const File& directory() const { return parent; }
    const std::string& resolved() const { return entry; }

    // The path as in the request.
    const std::string& given() const { return path; }

private:
    std::string path;
    std::string entry; // resolved path
    std::string last_name;
    File parent;
    bool found = false;
    struct stat seen { };
};

bool is_same_file(const struct stat& left, const struct stat& right);

// A record of what was copied, an entry with all of its content: names, identities, permissions,
// sizes and times.
class Original {
public:
    // Adds an entry before it is read. A directory must be added before its entries, and these in
    // the order of names_in().
    void note(const std::string& name, const struct stat& status);

    // Returns true if `place` contains exactly what was recorded. The name of the entry itself may
    // differ.
    bool is_at(const system::Place& place) const;

private:
    void walk(const system::Place& place);

    std::string digest; // a hash, so that a tree of any size needs no memory
};

// Returns the names in a directory, sorted by their bytes.
std::vector<std::string> names_in(const File& directory, std::string_view path);

// Throws CONFLICT: another program changed the entry.
[[noreturn]] void fail_as_changed(std::string_view given);

// The place of an entry that was copied.
struct Source {
    system::Place place;
    std::string resolved;
    std::string given;
    bool is_directory;
};

// Removes the original of a copy. Renames it to a temporary name first. If another program changed
// it before that, restores its name and throws CONFLICT. If the process is killed before that is
// known, a recovery restores its name. On overlayfs, a directory of a lower layer cannot be
// renamed, and is removed in place.
void remove_original(const Workspace& workspace, const Source& source, const Original& original);

}
