#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace runner::options {

// The flags of `agentcli host` beside those of a run. `agentcli serve` passes them on to its
// workers.
struct HostOptions {
    std::vector<std::string> may = {}; // model, system, temperature, instructions
    bool trusts_calls = false; // does not ask about those of the host itself
    std::size_t worker_memory = 0; // bytes; 0: no limit
};

}
