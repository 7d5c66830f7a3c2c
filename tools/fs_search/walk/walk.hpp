#pragma once

#include "directory.hpp"
#include "listing.hpp"
#include "selection.hpp"
#include "surroundings.hpp"
#include "thread_pool.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <memory>
#include <string>
#include <vector>

namespace fs_search::walk {

using namespace toolkit;

// Finds the files to search beneath a directory. Links are not followed.
class Walk {
public:
    Walk(const Workspace& workspace, Selection selection, const Surroundings& surroundings);

    // The walk that begins at this resolved path, a directory. Ignore files above it hold too.
    // Throws as Workspace does.
    Unit begin_at(const std::string& resolved);

    // The files and directories that are to be searched in the unit's directory, as units in path
    // order. Throws what system_error() makes of a failure.
    std::vector<Unit> enter(const Unit& unit) const;

private:
    std::vector<Entry> choose(const Directory& directory, std::vector<Entry> entries) const;

    const Workspace& workspace;
    std::string root; // with a '/' behind it
    Selection selection;
    const Surroundings& surroundings;
};

}
