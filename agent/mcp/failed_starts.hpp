#pragma once

#include "toolkit/system/private_directory.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A failed start of a server that should not be repeated yet.
struct FailedStart {
    std::string reason; // "did not answer within 30 s"
    std::chrono::seconds age; // time since the failure
    std::chrono::seconds left; // time until the next attempt, more than 0
};

// Remembers servers that could not be started, in `mcp/failed.json` below state_folder(), by the
// hash of their entries; at most 200. After consecutive failures a server is not tried again for 1,
// 5, 15 and then 60 minutes. The file only saves time. A file that cannot be read counts as empty,
// and a failure to write it is ignored. Throws only std::bad_alloc.
class FailedStarts {
public:
    using Clock = std::chrono::system_clock;

    explicit FailedStarts(std::string state_directory = system::state_directory())
        : state_directory(std::move(state_directory))
    {
    }

    // Returns the last failure of the server with this entry hash; nullopt if it may be started
    // now.
    std::optional<FailedStart> find(
        const std::string& hash, Clock::time_point now = Clock::now()) const;

    // Records a failed start.
    void add(const std::string& hash, const std::string& reason,
        Clock::time_point now = Clock::now()) const;

    // Forgets the failures of a server. Called when it has started.
    void remove(const std::string& hash) const;

private:
    std::string state_directory;
};

}
