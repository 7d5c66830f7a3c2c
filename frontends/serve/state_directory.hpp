#pragma once

#include "runner/options/options.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace runner;
using namespace toolkit;

// The directory in which a server keeps runs and sessions: the user's alone, and this server's as
// long as it lives.
class StateDirectory {
public:
    // --state, else agentcli/serve of $XDG_STATE_HOME; made, with mode 0700, if it is missing.
    // Throws BAD_REQUEST if others may read it, it is in a workspace, or another server has it.
    StateDirectory(const options::Options& options, const std::vector<std::string>& workspaces);

    const std::string& path() const { return place; }
    const File& directory() const { return file; }

private:
    std::string place;
    File file; // locked
};

// What the files beneath have together; nothing is followed, and what can't be opened has none.
std::uint64_t bytes_beneath(const File& directory);

}
