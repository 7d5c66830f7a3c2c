#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace toolkit::workspace {

// Returns a glob of a request, with or without '!', as one that begins at the directory `path`. The
// root of the workspace is removed from an absolute glob. Literal names are replaced by their
// spelling on the disk (spelled_as_on_disk()). If literal directories lead through a symbolic link,
// they are replaced by those that the link leads to, if these are beneath `path`. Existing names
// with brackets or braces are escaped, so that they match nothing else; those that would otherwise
// match others are added to CallNotes::literal_names.
std::string meant_glob(
    const Workspace& workspace, const std::string& path, const std::string& glob);

// Returns a sentence about CallNotes::literal_names; empty if there are none.
std::string note_on_literal_names();

// Returns the first few symbolic links to directories beneath the directory `path`. Visits a
// bounded number of entries; does not enter hidden directories, node_modules and links.
std::vector<std::string> linked_directories(const Workspace& workspace, const std::string& path);

}
