#pragma once

#include <chrono>

namespace agent::mcp {

// How long a server is waited for, beside the times of its entry. Tests have less.
struct Patience {
    std::chrono::milliseconds question {5'000}; // server/discover; then initialize is sent as well
    std::chrono::milliseconds sign {5'000}; // of life, after a call that has timed out
    std::chrono::milliseconds end {2'000}; // after its stdin was closed, and after SIGTERM
    std::chrono::milliseconds silence {500}; // for its end to follow that of its streams
    std::chrono::milliseconds list {1'000}; // between two lists, however often it changes
    std::chrono::milliseconds respawn {500}; // after its first end
    std::chrono::milliseconds listen {1'000}; // before a stream of changes is asked for again
    std::chrono::milliseconds max_listen {30'000}; // the same after many
    std::chrono::milliseconds call {600'000}; // the whole of it, however much progress it reports
};

}
