#pragma once

#include "toolkit/system/watch.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace toolkit::io {

// Deadlines by key: one that has not passed costs nothing. A deadline that often moves to a later
// time need not be set each time: its owner, when it is taken as due, sets it again.
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

}
