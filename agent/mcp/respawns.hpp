#pragma once

#include "toolkit/system/watch.hpp"

#include <chrono>
#include <deque>
#include <optional>

namespace agent::mcp {

using namespace toolkit;

// When a server that has ended may be started again: after 0.5, 1, 2, 4 … 30 s, by how often it has
// ended in the last ten minutes; after the sixth end in that time not any more (C10).
class Respawns {
public:
    using Clock = system::Watch::Clock;

    explicit Respawns(std::chrono::milliseconds first = std::chrono::milliseconds(500))
        : first(first)
    {
    }

    // It has ended at `time`. The delay is shorter by up to a fifth, by `chance` from 0 to 1, so
    // that servers that have ended together are not started together. Nothing: it stays down.
    std::optional<Clock::time_point> after_end(Clock::time_point time, double chance);

private:
    std::chrono::milliseconds first; // the first delay
    std::deque<Clock::time_point> ends; // of the last ten minutes
};

}
