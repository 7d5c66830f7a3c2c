#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <string>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// What --hide names, and where people and programs keep keys, tokens and passwords, as far as they
// exist and this process could read them: in the home directory that HOME names and the one that
// /etc/passwd gives `user`, and of the system; where agentcli keeps its own; what tools have kept
// of changes (.agentcli/undo); and for root, what of /sys is root's alone; but none that is one of
// `shown`. Absolute, links resolved. Throws BAD_REQUEST where a path of --hide does not exist: it
// could be made later, and would be seen; and what path_of_flag() does.
std::vector<std::string> paths_to_hide(const std::vector<std::string>& hidden,
    const std::vector<std::string>& shown, uid_t user, const Workspace& workspace);

// What --show names, absolute, links resolved. Throws BAD_REQUEST where it does not exist, and what
// path_of_flag() does.
std::vector<std::string> paths_to_show(
    const std::vector<std::string>& shown, const Workspace& workspace);

// Returns the paths that --write names, absolute, links resolved, each once, a directory before
// those in it. Throws BAD_REQUEST if a path is neither a directory nor a regular file, and the
// errors of path_of_flag().
std::vector<std::string> paths_to_write(
    const std::vector<std::string>& written, const Workspace& workspace);

}
