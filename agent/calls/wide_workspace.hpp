#pragma once

#include <string>

namespace agent::calls {

// Is a directory (absolute, without links) more than a project: /, the home directory or above it?
bool is_wide(const std::string& directory);

// A client that was started anywhere must not hand over more than a project: throws BAD_REQUEST if
// the current directory is /, the home directory or above it (B2).
void refuse_wide_workspace();

}
