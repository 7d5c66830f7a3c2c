#pragma once

#include "toolkit/system/private_directory.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A start of a server that has failed, and that should not be repeated yet.
struct FailedStart {
    std::string reason; // "did not answer within 30 s"
    std::chrono::seconds age; // since then
    std::chrono::seconds left; // until it may be tried again, more than 0
};

// The servers that could not be started, in `mcp/failed.json` of state_directory(), by the hash of
// their entries; at most 200. A server is not tried again for 1, 5, 15 and then 60 minutes. The
// file only saves time: one that cannot be read or written counts as empty. Throws nothing but for
// memory.
class FailedStarts {
public:
    using Clock = std::chrono::system_clock;

    explicit FailedStarts(std::string state_directory = system::state_directory())
        : state_directory(std::move(state_directory))
    {
    }

    // Returns nullopt if the server may be started now.
    std::optional<FailedStart> find(
        const std::string& hash, Clock::time_point now = Clock::now()) const;

    void add(const std::string& hash, const std::string& reason,
        Clock::time_point now = Clock::now()) const;

    // The server has started.
    void remove(const std::string& hash) const;

private:
    std::string state_directory;
};

}
