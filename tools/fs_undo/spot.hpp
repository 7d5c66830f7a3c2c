#pragma once

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/rename.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <optional>
#include <string>

namespace fs_undo {

using namespace toolkit;

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
