#pragma once

#include "runner/server/door.hpp"
#include "toolkit/system/timers.hpp"
#include "toolkit/system/watch.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace runner::server {

// Clients that follow runs, each one run, and which of them have to be looked at: those of a run
// that has changed, those that have taken something, and those whose time has come. The others cost
// nothing.
class Followers {
public:
    using Clock = system::Watch::Clock;

    // It has to be looked at once.
    void add(const Client& client, const std::string& run);

    // Returns the run that it has followed; empty if it was none.
    std::string forget(const Client& client);

    // Nothing, if nobody follows the run, or the client follows none.
    void wake(const std::string& run);
    void wake(const Client& client);

    // At this time or, if that was said before, at an earlier one.
    void wake_at(const Client& client, Clock::time_point time) { timers.set(client, time); }

    std::size_t count_of(const std::string& run) const;

    void watch(system::Watch& watch) const;

    // Those to look at; clients of one run are together. Some may have been forgotten meanwhile.
    std::vector<Client> take();

private:
    struct Followed {
        std::string run;
        bool is_woken = false;
    };

    std::map<Client, Followed> all;
    std::map<std::string, std::set<Client>> by_run;
    std::vector<Client> woken;
    system::Timers<Client> timers;
};

}
