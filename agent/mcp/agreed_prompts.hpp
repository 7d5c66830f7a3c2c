#pragma once

#include "toolkit/system/private_directory.hpp"

#include <string>

namespace agent::mcp {

using namespace toolkit;

// Remembers the expanded server prompts that the operator agreed to send: the SHA-256 of the last
// 1,000, in `mcp/prompts.json` below state_folder(). The file only saves a question. A file that
// cannot be read counts as empty, and a failure to write it is ignored. Throws only std::bad_alloc.
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
