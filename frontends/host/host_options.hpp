#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::host {

// What the flags of `agentcli host` say, beside those of a run.
struct HostOptions {
    std::vector<std::string> may = {}; // model, system, temperature, instructions
    bool trusts_calls = false; // does not ask about those of the host itself
    std::size_t worker_memory = 0; // bytes; 0: no limit
};

}
