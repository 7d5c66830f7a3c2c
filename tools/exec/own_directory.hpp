#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <memory>

namespace exec {

using namespace toolkit;

// Makes .agentcli (mode 0700) if it is missing, when the workspace can be written: there before a
// command runs, it is protected from it like one that always was, and what the tools and the runner
// find in it later is not a command's. The result holds a shared lock (flock) of the directory, so
// that no other tool removes it while the command runs (toolkit/change/journal.hpp); no file if
// there is no such directory, and none could be made. If this call has made the directory, and it
// is still empty, releasing the result removes it: that is after a request that is refused, since a
// process that answers does not release it. Throws NOT_A_DIRECTORY if something else has the name,
// a link too: a command could exchange it for a directory of its own.
std::shared_ptr<const File> make_own_directory(const Workspace& workspace);

}
