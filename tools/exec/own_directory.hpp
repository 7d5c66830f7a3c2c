#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <memory>

namespace exec {

using namespace toolkit;

// Makes .agentcli (mode 0700) if it is missing and the workspace is writable. It has to exist
// before a command runs: then the sandbox protects it, and no command can plant what tools and the
// runner find in it later.
// The result holds a shared lock (flock) on the directory, so that no other tool removes it while
// the command runs (toolkit/change/journal.hpp). The result points to an empty File if the
// directory is missing and could not be made. If this call made the directory and it is still
// empty, releasing the result removes it. That happens only if the request is refused: a process
// that answers does not release the result.
// Throws NOT_A_DIRECTORY if the name is taken by something else, including a link, which a command
// could exchange for a directory of its own.
std::shared_ptr<const File> make_own_directory(const Workspace& workspace);

}
