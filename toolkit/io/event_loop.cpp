#include "toolkit/io/event_loop.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace toolkit::io {

EventLoop::EventLoop()
    : file(epoll_create1(EPOLL_CLOEXEC))
{
    if (!file)
        throw system::system_error("cannot wait for descriptors");
}

EventLoop::Source::Source(Source&& other) noexcept
    : loop(std::exchange(other.loop, nullptr))
    , id(other.id)
    , descriptor(other.descriptor)
    , events(std::exchange(other.events, 0))
    , own(std::move(other.own))
{
}

EventLoop::Source& EventLoop::Source::operator=(Source&& other) noexcept
{
    if (this != &other) {
        end();
        loop = std::exchange(other.loop, nullptr);
        id = other.id;
        descriptor = other.descriptor;
        events = std::exchange(other.events, 0);
        own = std::move(other.own);
    }
    return *this;
}

bool EventLoop::Source::await(std::uint32_t wanted)
{
    if (events == wanted)
        return true;
    if (loop == nullptr)
        return false;
    const int way = events == 0 ? EPOLL_CTL_ADD : wanted == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD;
    epoll_event event {};
    event.events = wanted;
    event.data.u64 = id;
    if (epoll_ctl(loop->file.descriptor(), way, descriptor, &event) != 0)
        return false;
    events = wanted;
    return true;
}

void EventLoop::Source::wake_at(Clock::time_point time) const
{
    if (loop != nullptr)
        loop->timers.set(id, time);
}

void EventLoop::Source::end()
{
    if (loop == nullptr)
        return;
    await(0);
    loop->timers.forget(id);
    loop->handlers.erase(id);
    loop = nullptr;
    own.close();
}

EventLoop::Source EventLoop::add(int descriptor, Handler handler)
{
    Source source;
    source.loop = this;
    source.id = ++last_id;
    source.descriptor = descriptor;
    handlers.emplace(source.id, std::make_shared<Handler>(std::move(handler)));
    return source;
}

EventLoop::Source EventLoop::add_child(pid_t child, std::function<void()> handler)
{
    File end(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    if (!end)
        throw system::system_error("cannot wait for a process");
    Source source
        = add(end.descriptor(), [handler = std::move(handler)](std::uint32_t) { handler(); });
    source.own = std::move(end);
    if (!source.await(EPOLLIN))
        throw system::system_error("cannot wait for a process");
    return source;
}

void EventLoop::watch(system::Watch& watch) const
{
    watch.readable(file.descriptor());
    timers.watch(watch);
}

// The handler is copied, since it may end its own source, and others that are ready.
void EventLoop::call(std::uint64_t id, std::uint32_t events)
{
    const auto found = handlers.find(id);
    if (found == handlers.end())
        return;
    const std::shared_ptr<Handler> handler = found->second;
    (*handler)(events);
}

void EventLoop::dispatch(const system::Watch& watch)
{
    std::array<epoll_event, 64> ready; // NOLINT: written by the kernel
    const int count = watch.is_ready(file.descriptor())
        ? epoll_wait(file.descriptor(), ready.data(), static_cast<int>(ready.size()), 0)
        : 0;
    for (int index = 0; index < count; ++index)
        call(ready[index].data.u64, ready[index].events);
    for (const std::uint64_t id : timers.take_due())
        call(id, 0);
}

void EventLoop::run_once(Clock::time_point time)
{
    system::Watch wait;
    watch(wait);
    wait.until(time);
    wait.wait();
    dispatch(wait);
}

}
