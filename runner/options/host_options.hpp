#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runner::options {

// The flags of `agentcli host` beside those of a run. `agentcli serve` passes them on to its
// workers.
struct HostOptions {
    std::vector<std::string> may = {}; // model, system, temperature, instructions
    bool trusts_calls = false; // does not ask about those of the host itself
    std::size_t worker_memory = 0; // bytes; 0: no limit

    // Passed by serve: the path of a session, without its ending, that stores the conversation and
    // that no event names.
    std::string conversation = {};

    // Passed by serve: the number after which the events are numbered. A process with it exits at
    // once if it only waits for answers when its host is gone or SIGTERM comes, so that its session
    // has the open calls for another process.
    std::optional<std::uint64_t> last_event = {};
};

}
