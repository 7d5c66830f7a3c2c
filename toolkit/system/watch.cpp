#include "toolkit/system/watch.hpp"

#include <algorithm>
#include <ctime>

namespace toolkit::system {

// ppoll(2), since sandboxes of tools allow no other, and poll(2) is not the same system call on
// every machine. Returns false if nothing is ready, or that is not known.
static bool poll_for(pollfd* descriptors, std::size_t count, std::chrono::nanoseconds time)
{
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit {static_cast<time_t>(whole.count()),
        static_cast<long>(std::chrono::nanoseconds(time - whole).count())};
    return ppoll(descriptors, count, time < time.zero() ? nullptr : &limit, nullptr) > 0;
}

short wait_for(int descriptor, short events, std::chrono::milliseconds time)
{
    pollfd watched {descriptor, events, 0};
    return poll_for(&watched, 1, time) ? watched.revents : short {0};
}

void Watch::until(Clock::time_point time) { deadline = std::min(deadline, time); }

void Watch::wait()
{
    constexpr Clock::duration longest = std::chrono::hours(24 * 365);
    const auto left = std::clamp(deadline - Clock::now(), Clock::duration::zero(), longest);
    const bool is_limited = deadline != Clock::time_point::max();
    if (!poll_for(descriptors.data(), descriptors.size(), is_limited ? left : no_limit))
        for (pollfd& one : descriptors)
            one.revents = 0;
}

short Watch::events_of(int descriptor) const
{
    const auto found = std::find_if(descriptors.begin(), descriptors.end(),
        [&](const pollfd& one) { return descriptor >= 0 && one.fd == descriptor; });
    return found == descriptors.end() ? short {0} : found->revents;
}

}
