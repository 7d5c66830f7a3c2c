#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

// How workers are started: the front chooses by indexes alone.
struct Workers {
    using Command = std::vector<std::string>; // arguments
    std::vector<std::vector<Command>> commands; // of each profile: a conversation, then workflows
    std::vector<std::string> directories; // the workspaces
    std::size_t max_workers = 0; // at once
};

// Starts workers as the front orders it (Order), and reports their ends, until the front is gone;
// then it ends those that are left. A worker has a process group of its own, so that a terminal
// does not interrupt it, and is told to end when this process ends.
void serve_orders(const File& front, const Workers& workers);

}
