#pragma once

#include "frontends/serve/http_listener.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace frontends::serve {

// Tracks which run each client follows, and which clients have to be visited: those of a run that
// has changed, those that have received something, and those whose deadline has passed. Other
// clients cause no work.
class Followers {
public:
    using Clock = system::Watch::Clock;

    // Adds a client. take() returns it once.
    void add(const Client& client, const std::string& run);

    // Returns the run that the client has followed; empty if it followed none.
    std::string forget(const Client& client);

    // Does nothing if no client follows the run, or the client follows no run.
    void wake(const std::string& run);
    void wake(const Client& client);

    // Wakes the client at `time`, or at an earlier time that was set before.
    void wake_at(const Client& client, Clock::time_point time) { timers.set(client, time); }

    using Test = std::function<bool(const Client& client, const std::string& run)>;

    // Returns the clients for which `test` is true.
    std::vector<Client> those(const Test& test) const;

    std::size_t count_of(const std::string& run) const;

    void watch(system::Watch& watch) const;

    // Returns the clients to visit, grouped by run. Some may have been forgotten in the meantime.
    std::vector<Client> take();

private:
    struct Followed {
        std::string run;
        bool is_woken = false;
    };

    std::map<Client, Followed> all;
    std::map<std::string, std::set<Client>> by_run;
    std::vector<Client> woken;
    io::Timers<Client> timers;
};

}
