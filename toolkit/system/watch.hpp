#pragma once

#include <poll.h>

#include <chrono>
#include <vector>

namespace toolkit::system {

constexpr std::chrono::milliseconds no_limit {-1};

// Waits until a descriptor is ready for one of `events` (POLLIN, POLLOUT; 0: for neither), has
// failed or is at its end, or until `time` is over. Returns its revents, as poll(2) has them; 0 if
// the time is over, a signal has come, or the descriptor is -1.
short wait_for(int descriptor, short events, std::chrono::milliseconds time = no_limit);

// Returns true if a read would not wait: there are bytes, or the end, or an error.
inline bool is_readable(int descriptor)
{
    return wait_for(descriptor, POLLIN, std::chrono::milliseconds(0)) != 0;
}

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

    // Returns the revents that wait() has found for a descriptor; 0 if it was not added.
    short events_of(int descriptor) const;
    bool is_ready(int descriptor) const { return events_of(descriptor) != 0; }
};

}
