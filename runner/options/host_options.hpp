#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runner::options {

// Flags of `agentcli host` in addition to those of a run. `agentcli serve` passes them on to its
// workers.
struct HostOptions {
    // What the host may set: model, system, temperature, instructions.
    std::vector<std::string> may = {};
    bool trusts_calls = false; // calls of the host's own tools need no approval
    std::size_t worker_memory = 0; // bytes; 0: no limit

    // Passed by serve: the path, without extension, of a session file that stores the conversation
    // and is not named in any event.
    std::string conversation = {};

    // Passed by serve: the number after which events are numbered. With this option, a process that
    // is only waiting for answers exits immediately when its host disconnects or SIGTERM arrives.
    // Its session then contains the open calls, and another process can continue it.
    std::optional<std::uint64_t> last_event = {};
};

}
