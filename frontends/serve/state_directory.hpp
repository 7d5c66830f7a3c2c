#pragma once

#include "runner/options/options.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace runner;
using namespace toolkit;

// The directory in which a server stores runs and sessions. Only the user may access it, and only
// one server at a time.
class StateDirectory {
public:
    // Opens the directory of --state, or else agentcli/serve of $XDG_STATE_HOME. Creates it with
    // mode 0700 if it is missing. Throws BAD_REQUEST if others may read it, it is in a workspace,
    // or another server uses it.
    StateDirectory(const options::Options& options, const std::vector<std::string>& workspaces);

    const std::string& path() const { return place; }
    const File& directory() const { return file; }

private:
    std::string place;
    File file; // locked
};

// Returns the total size of the files beneath a directory. Leaves out the entries of the directory
// itself with the names `except`. Does not follow links; a directory that can't be opened counts 0.
std::uint64_t bytes_beneath(const File& directory, const std::set<std::string>& except = {});

}
