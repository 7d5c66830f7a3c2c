#pragma once

#include "toolkit/system/rename.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

namespace fs_move {

using namespace toolkit;

// What was copied: an entry and all beneath it, by name, as far as identities, rights, sizes and
// times tell.
class Original {
public:
    // Each before it is read, a directory before what is in it, and that in the order of
    // names_in().
    void note(const std::string& name, const struct stat& status);

    // Is at `place`, whatever its own name is there, what was noted, and nothing more?
    bool is_at(const system::Place& place) const;

private:
    void walk(const system::Place& place);

    std::string digest; // of all of it, so that a tree of any size takes no memory
};

// In the order of their bytes.
std::vector<std::string> names_in(const File& directory, std::string_view path);

// Throws CONFLICT.
[[noreturn]] void fail_as_changed(std::string_view given);

// Where an original is.
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
