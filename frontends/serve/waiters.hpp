#pragma once

#include "frontends/serve/followers.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

// Clients that wait for a change of a run: until it has ended or asks something (Prefer: wait), or
// until its worker has checked their answers.
class Waiters {
public:
    using Clock = system::Watch::Clock;

    // `ask` is the id of the ask that the client has answered, if it waits for the check of that.
    void add(const Client& client, const std::string& run, std::chrono::seconds time,
        const std::string& ask = {})
    {
        all[client] = {run, Clock::now() + time, time, ask};
        followers.add(client, run);
        followers.wake_at(client, all[client].deadline);
    }

    // Returns the run that the client has waited for; empty if there is none.
    std::string forget(const Client& client);

    // Removes the clients for which `test` is true, and returns them.
    std::vector<Client> forget_those(const Followers::Test& test);

    void wake(const std::string& run) { followers.wake(run); } // the run has changed
    std::size_t count_of(const std::string& run) const { return followers.count_of(run); }
    bool is_empty() const { return all.empty(); }

    struct Waiter {
        std::string run;
        Clock::time_point deadline;
        std::chrono::seconds time;
        std::string ask;
    };
    // Returns the waiters whose run has changed or whose deadline has passed.
    std::map<Client, Waiter> take();

    void watch(system::Watch& watch) const { followers.watch(watch); }

private:
    Followers followers;
    std::map<Client, Waiter> all;
};

// Returns the time of "wait" in a Prefer header (RFC 7240), at most 10 minutes; nullopt if it has
// none.
std::optional<std::chrono::seconds> preferred_wait(std::string_view prefer);

}
