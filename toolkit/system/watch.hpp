#pragma once

#include <poll.h>

#include <chrono>
#include <vector>

namespace toolkit::system {

// What has to happen before anything can be done without waiting: several can add to it, and one
// waits for all of them.
struct Watch {
    using Clock = std::chrono::steady_clock;

    std::vector<pollfd> descriptors = {};
    Clock::time_point deadline = Clock::time_point::max();

    void readable(int descriptor) { descriptors.push_back({descriptor, POLLIN, 0}); }
    void writable(int descriptor) { descriptors.push_back({descriptor, POLLOUT, 0}); }
    void until(Clock::time_point time);

    bool is_empty() const { return descriptors.empty() && deadline == Clock::time_point::max(); }

    // Returns when one of the descriptors is ready or the deadline has passed; or earlier.
    void wait();
};

}
