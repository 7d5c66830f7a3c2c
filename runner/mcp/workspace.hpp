#pragma once

namespace runner::mcp {

// A client that was started anywhere must not hand over more than a project: throws BAD_REQUEST if
// the current directory is /, the home directory or above it (B2).
void refuse_wide_workspace();

}
