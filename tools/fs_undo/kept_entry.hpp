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

// What a step kept of a path.
struct KeptEntry {
    std::uint64_t step;
    undo::Kept kept;
};

// Opens the directory of the step in the store. Throws CONFLICT if it no longer exists.
File open_step(const Workspace& workspace, std::uint64_t step, const std::string& path);

// Opens a kept file for reading. Throws CONFLICT if it was changed since it was kept. `path` is the
// path for messages.
File open_kept_file(const Workspace& workspace, const KeptEntry& entry, const std::string& path);

// Checks a kept directory that is to be moved back to `path`. `directory` is the directory of its
// step in the store. Throws CONFLICT if it was changed since it was kept, and PROTECTED if anything
// in it would be protected at `path`.
void check_kept_tree(const Workspace& workspace, const File& directory, const undo::Kept& kept,
    const std::string& path);

// Reason to keep a path for which refuse_kept() was thrown.
inline constexpr const char* kept_was_changed = "can't be restored: its kept copy was changed";

// Throws CONFLICT: what was kept of the path was changed.
[[noreturn]] void refuse_kept(const std::string& path);

// Returns CONFLICT with the message "'path' how, and nothing is undone". `how` starts with a space.
ToolError refused(const std::string& path, const std::string& how);

// A name and its directory. Both are known to be where the path says.
struct Spot {
    std::string path;
    std::string name;
    File directory;

    // Throws CONFLICT if the path now leads through a link, or its directory no longer exists.
    Spot(const Workspace& workspace, const std::string& path);

    system::Place place() const { return {directory, name}; }
    std::optional<struct stat> status() const { return system::status_in(directory, name); }

    // Syncs the directory to the disk if the workspace is durable.
    void synchronise(const Workspace& workspace) const;
    // Throws CONFLICT if something exists at the path.
    void require_free() const;
};

// Moves `from` to `to`. Throws CONFLICT if something exists at `to`. `path` is the path for
// messages.
void put_in_place(const system::Place& from, const system::Place& to, const std::string& path);

}
