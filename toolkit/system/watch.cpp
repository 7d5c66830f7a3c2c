#include "toolkit/system/watch.hpp"

#include <algorithm>
#include <cstdint>

namespace toolkit::system {

void Watch::until(Clock::time_point time) { deadline = std::min(deadline, time); }

static int milliseconds_until(Watch::Clock::time_point when)
{
    if (when == Watch::Clock::time_point::max())
        return -1;
    const auto left
        = std::chrono::ceil<std::chrono::milliseconds>(when - Watch::Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30));
}

void Watch::wait() { poll(descriptors.data(), descriptors.size(), milliseconds_until(deadline)); }

}
