#pragma once

#include "toolkit/system/file.hpp"

#include <string>

namespace toolkit::system {

// agentcli and its tools keep their files in directories of .agentcli, mode 0700. When a directory
// is made, .agentcli also gets a .gitignore, unless it has one: git then sees what users write
// there, and nothing of what is kept.

// Opens .agentcli/NAME beneath `root`, and makes what is missing. `what` names it in messages: "the
// audit directory". Throws system_error(), also if a part of the path is a link.
File open_own_part(const File& root, const std::string& name, const std::string& what);

}
