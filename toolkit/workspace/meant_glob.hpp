#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace toolkit::workspace {

// Returns a glob of a request, with or without '!', as one that begins at the directory `path`:
// without the root of the workspace if it is absolute, with the names that it spells out as
// spelled_as_on_disk() has them, and if directories that it spells out lead through a symbolic
// link, with those that the link leads to, if these are beneath `path`. Names with brackets or
// braces that exist are escaped, so that they match nothing else; CallNotes::literal_names gets
// those that would.
std::string meant_glob(
    const Workspace& workspace, const std::string& path, const std::string& glob);

// Returns a sentence on CallNotes::literal_names; empty if there are none.
std::string note_on_literal_names();

// Returns the first few symbolic links beneath the directory `path` that lead to directories. Looks
// at a bounded number of entries, and not into hidden directories, node_modules and links.
std::vector<std::string> linked_directories(const Workspace& workspace, const std::string& path);

}
