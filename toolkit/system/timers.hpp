#pragma once

#include "toolkit/system/watch.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace toolkit::system {

// When something has to be looked at, of many: one that is not due costs nothing. Whoever looks may
// find that its time has moved on, and sets it again; so a time that often moves on is not set each
// time.
template<class Key>
class Timers {
public:
    using Time = Watch::Clock::time_point;

    // At this time or, if that was set before, at an earlier one. Time::max() sets nothing.
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

    void watch(Watch& watch) const
    {
        if (!order.empty())
            watch.until(order.begin()->first);
    }

    // Those whose time has come. They are set no more.
    std::vector<Key> take_due()
    {
        std::vector<Key> due;
        if (order.empty())
            return due;
        const Time now = Watch::Clock::now();
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

}
