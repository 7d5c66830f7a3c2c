#pragma once

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <optional>
#include <string>

namespace fs_undo {

using namespace toolkit;

// What a step has kept of a path.
struct KeptEntry {
    std::uint64_t step;
    undo::Kept kept;
};

// The directory of the step in the store. Throws CONFLICT if it is gone.
File open_step(const Workspace& workspace, std::uint64_t step, const std::string& path);

// A file, open to read. Throws CONFLICT if it is not as it was when it was kept; `path` is what
// messages name.
File open_kept_file(const Workspace& workspace, const KeptEntry& entry, const std::string& path);

// A directory that may be put at `path`, of the step that `directory` is of. Throws CONFLICT
// likewise, and PROTECTED if anything in it would be protected there.
void check_kept_tree(const Workspace& workspace, const File& directory, const undo::Kept& kept,
    const std::string& path);

// The reason to keep a path for which refuse_kept() was thrown.
inline constexpr const char* kept_was_changed
    = "can't be restored: what was kept of it was changed";

// CONFLICT: what was kept of the path is not as it was.
[[noreturn]] void refuse_kept(const std::string& path);

// CONFLICT: "'path' how, and nothing is undone".
ToolError refused(const std::string& path, const std::string& how);

// A name in its directory, both of which are where they were.
struct Spot {
    std::string path;
    std::string name;
    File directory;

    // Throws CONFLICT if the path is reached by a link now, or its directory is gone.
    Spot(const Workspace& workspace, const std::string& path);

    system::Place place() const { return {directory, name}; }
    std::optional<struct stat> status() const { return system::status_in(directory, name); }

    void synchronise(const Workspace& workspace) const;
    void require_free() const;
};

// Throws CONFLICT if something is at `to`; `path` is what messages call it.
void put_in_place(const system::Place& from, const system::Place& to, const std::string& path);

}
