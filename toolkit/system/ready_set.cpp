#include "toolkit/system/ready_set.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>

namespace toolkit::system {

ReadySet::ReadySet()
    : file(epoll_create1(EPOLL_CLOEXEC))
{
    if (!file)
        throw system_error("cannot wait for descriptors");
}

bool ReadySet::change(Interest& interest, std::uint32_t events) const
{
    if (interest.events == events)
        return true;
    const int way = interest.events == 0 ? EPOLL_CTL_ADD
        : events == 0                    ? EPOLL_CTL_DEL
                                         : EPOLL_CTL_MOD;
    epoll_event event {};
    event.events = events;
    event.data.u64 = interest.name;
    if (epoll_ctl(file.descriptor(), way, interest.descriptor, &event) != 0)
        return false;
    interest.events = events;
    return true;
}

std::vector<ReadySet::Ready> ReadySet::take() const
{
    std::array<epoll_event, 64> events; // NOLINT: written by the kernel
    const int count
        = epoll_wait(file.descriptor(), events.data(), static_cast<int>(events.size()), 0);
    std::vector<Ready> ready;
    ready.reserve(static_cast<std::size_t>(std::max(count, 0)));
    for (int index = 0; index < count; ++index)
        ready.push_back({events[index].data.u64, events[index].events});
    return ready;
}

}
