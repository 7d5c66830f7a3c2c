#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <sys/epoll.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace toolkit::io {

// Deadlines by key. A deadline that has not passed costs nothing. A deadline that often moves to a
// later time need not be set each time: its owner sets it again when take_due() returns it.
template<class Key>
class Timers {
public:
    using Time = system::Watch::Clock::time_point;

    // Sets the deadline of `key`, unless an earlier one is set. Time::max() sets none.
    void set(const Key& key, Time time)
    {
        if (time == Time::max())
            return;
        const auto known = times.find(key);
        if (known != times.end() && known->second <= time)
            return;
        forget(key);
        times.emplace(key, time);
        order.emplace(time, key);
    }

    void forget(const Key& key)
    {
        if (const auto node = times.extract(key))
            order.erase({node.mapped(), key});
    }

    void watch(system::Watch& watch) const
    {
        if (!order.empty())
            watch.until(order.begin()->first);
    }

    // Removes and returns the keys whose deadline has passed.
    std::vector<Key> take_due()
    {
        std::vector<Key> due;
        if (order.empty())
            return due;
        const Time now = system::Watch::Clock::now();
        while (!order.empty() && order.begin()->first <= now) {
            due.push_back(order.begin()->second);
            forget(due.back());
        }
        return due;
    }

private:
    std::map<Key, Time> times;
    std::set<std::pair<Time, Key>> order;
};

// Waits for many descriptors, children and times, of which few are ready at a time, and calls their
// handlers. A source that is not ready costs nothing. Level-triggered: a handler is called again as
// long as its descriptor is ready. Signals and a Cancel are awaited by their descriptors.
//
//     io::EventLoop loop;
//     const auto source = loop.add(socket.descriptor(), [&](std::uint32_t) { receive(); });
//     source.await(EPOLLIN);
//     while (!is_over)
//         loop.run_once();
class EventLoop {
public:
    using Clock = system::Watch::Clock;
    using Handler = std::function<void(std::uint32_t events)>;

    // Throws system_error() if epoll_create1() fails.
    EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    // A registered handler, which is removed when its Source ends. It must end before the loop, and
    // before its descriptor is closed, unless no other process has that descriptor. It may end
    // within any handler.
    class Source {
    public:
        Source() = default;
        Source(Source&& other) noexcept;
        Source& operator=(Source&& other) noexcept;
        Source(const Source&) = delete;
        Source& operator=(const Source&) = delete;
        ~Source() { end(); }

        // Sets the events to wait for (EPOLLIN and others), or none for 0. Returns false and
        // changes nothing if the kernel has no memory for it.
        bool await(std::uint32_t wanted);

        // Calls the handler with 0 at this time, unless an earlier time is already set: an owner
        // whose time often moves to a later one sets it again when the handler is called.
        void wake_at(Clock::time_point time) const;

        void end();
        explicit operator bool() const { return loop != nullptr; }

    private:
        friend class EventLoop;
        EventLoop* loop = nullptr;
        std::uint64_t id = 0;
        int descriptor = -1;
        std::uint32_t events = 0;
        File own = {}; // descriptor of a child
    };

    // Adds a handler for a descriptor, for which no events are awaited yet; -1 for a handler of
    // times only.
    [[nodiscard]] Source add(int descriptor, Handler handler);

    // Calls `handler` when this child has ended, again and again until the source ends, since the
    // child is not reaped. Throws system_error() if the child cannot be awaited.
    [[nodiscard]] Source add_child(pid_t child, std::function<void()> handler);

    // Adds everything that this loop waits for to another wait.
    void watch(system::Watch& watch) const;

    // Calls the handlers of descriptors that are ready after that wait, and then those whose time
    // has come. If more than 64 are ready, further calls handle the rest.
    void dispatch(const system::Watch& watch);

    // Waits until a handler has been called, or until `time`.
    void run_once(Clock::time_point time = Clock::time_point::max());

private:
    File file;
    std::unordered_map<std::uint64_t, std::shared_ptr<Handler>> handlers;
    Timers<std::uint64_t> timers;
    std::uint64_t last_id = 0;

    void call(std::uint64_t id, std::uint32_t events);
};

}
