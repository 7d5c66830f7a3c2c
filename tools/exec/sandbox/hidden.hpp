#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <string>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// Returns the paths to hide from commands: those that --hide names, and those where people and
// programs keep keys, tokens and passwords, as far as they exist and this process can read them.
// The latter are in the home directories that HOME and the entry of `user` in /etc/passwd name, in
// system directories, in agentcli's own directories, and in .agentcli/undo, which contains removed
// content; for root also parts of /sys that only root can read. Omits paths in `shown`.
// The paths are absolute, with links resolved. Throws BAD_REQUEST if a path of --hide does not
// exist, since it could be made later and would be visible, and what path_of_flag() throws.
std::vector<std::string> paths_to_hide(const std::vector<std::string>& hidden,
    const std::vector<std::string>& shown, uid_t user, const Workspace& workspace);

// Returns the paths that --show names, absolute, links resolved. Throws BAD_REQUEST if a path does
// not exist, and what path_of_flag() throws.
std::vector<std::string> paths_to_show(
    const std::vector<std::string>& shown, const Workspace& workspace);

// Returns the paths that --write names, absolute, links resolved, each once, a directory before
// those in it. Throws BAD_REQUEST if a path does not exist or is neither a directory nor a regular
// file, and what path_of_flag() throws.
std::vector<std::string> paths_to_write(
    const std::vector<std::string>& written, const Workspace& workspace);

}
