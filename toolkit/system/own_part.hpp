#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace toolkit::system {

// What agentcli and its tools keep in a workspace is in directories of .agentcli, mode 0700. With
// the first of a kind .agentcli gets a .gitignore, unless it has one: git then sees of .agentcli
// what users write there, and nothing of what is kept.

// Opens .agentcli/NAME beneath `root`, making what is missing. `what` is how messages call it: "the
// audit directory". Throws what system_error() makes of a failure; a link on the way is one.
File open_own_part(const File& root, const std::string& name, const std::string& what);

}
