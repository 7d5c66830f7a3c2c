#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace exec::sandbox {

using namespace toolkit;

// A path as it is, absolute, links resolved. Empty, with errno, if nothing is there.
std::string real_path(const std::string& path);

// A path that a flag names: absolute, links resolved. Empty, with errno, if nothing is there.
// Throws BAD_REQUEST if a link in the workspace is on the way: a command could have made it, and
// would choose what the flag is about. `what` is how the message calls the path.
std::string path_of_flag(
    const std::string& what, const std::string& path, const Workspace& workspace);

}
