#pragma once

#include "toolkit/system/private_directory.hpp"

#include <string>

namespace agent::mcp {

using namespace toolkit;

// The expanded prompts of servers that the operator has agreed to send, by SHA-256, in
// `mcp/prompts.json` of state_directory(); the last 1,000. The file only saves a question: one that
// cannot be read or written counts as empty. Throws nothing but for memory.
class AgreedPrompts {
public:
    explicit AgreedPrompts(std::string state_directory = system::state_directory())
        : state_directory(std::move(state_directory))
    {
    }

    bool contains(const std::string& sha256) const;
    void add(const std::string& sha256) const;

private:
    std::string state_directory;
};

}
