#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace agent;
using namespace toolkit;

// The values of the flags of `agentcli serve` and `agentcli serve token`.
struct ServeOptions {
    std::vector<std::string> listen = {}; // addresses
    std::vector<std::string> peers = {}; // UID=SCOPES
    std::string state = {}; // a directory; empty: the user's
    std::string tokens = {}; // a file
    std::vector<std::string> profiles = {}; // that a run may choose
    std::vector<std::string> workflows = {}; // that a run may name
    std::vector<std::string> workspaces = {}; // NAME=DIR
    std::int64_t max_runs = 0;
    std::int64_t max_queued = 0;
    std::int64_t max_waiting = 0;
    std::int64_t max_connections = 0;
    std::chrono::milliseconds keep {}; // a run that has ended
    std::int64_t keep_bytes = 0;
    std::chrono::milliseconds stall {};
    std::chrono::milliseconds hold {};
    std::chrono::milliseconds drain {};
    std::chrono::milliseconds exit_idle {}; // none: never
};

// `agentcli serve`, before anything is read. This process becomes the front, and does not return;
// a child of it returns, with its end of a pair of sockets, to read the flags and become the
// spawner. Of any other command, returns a File that holds none.
File begin_server(const std::vector<std::string>& arguments, char** argv);

// The child's part: opens what the front needs, hands it over, and starts workers until the front
// is gone. `arguments` are those of the command line, which workers get as well; the front is told
// nothing of the secrets. The exit status, which is that of the server if the front was not handed
// anything.
int run_server(const std::vector<std::string>& arguments, const redaction::Secrets& secrets,
    const File& front);

}
