#pragma once

#include <string>

namespace frontends::acp {

// Without links; empty if there is no such path.
std::string real_path(const std::string& path);

// The `cwd` of a session, without links. Throws BAD_REQUEST if it is not a directory, or is /, the
// home directory or above it: an editor that has no project open must not hand over more than one.
std::string workspace_of(const std::string& cwd);

}
