#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

// What the flags of `agentcli serve` and `agentcli serve token` say.
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

}
