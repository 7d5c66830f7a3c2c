#pragma once

#include "frontends/serve/door.hpp"
#include "frontends/serve/event_log.hpp"
#include "frontends/serve/followers.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace frontends::serve {

// The readers of events. Each has a position in a log; at most 64 KiB are on the way to it, and
// the log never waits for it. What several readers get at once is read once.
class Streams {
public:
    struct Reading {
        EventFormat format;
        std::uint64_t after; // the number of an event
        http::HttpFields fields = {}; // more of the answer
    };
    // `run` names it to forget(), count_of() and wake().
    void begin(Client client, const std::string& run, std::shared_ptr<const EventLog> log,
        Reading reading);

    // Returns the run whose reader this was; empty if it was none.
    std::string forget(Client client);

    // Must be called when the log of the run has grown or the client has received something.
    void wake(const std::string& run) { followers.wake(run); }
    void wake(const Client& client) { followers.wake(client); }

    std::size_t count_of(const std::string& run) const { return followers.count_of(run); }
    std::size_t count() const { return all.size(); }
    std::size_t count_behind() const; // for whom there is more in the log

    // Those that had all of a run, and those that did not wait for it.
    std::uint64_t completed() const { return count_completed; }
    std::uint64_t abandoned() const { return count_abandoned; }

    void watch(system::Watch& watch) const { followers.watch(watch); }
    void step();

private:
    using Clock = system::Watch::Clock;

    struct Stream {
        std::shared_ptr<const EventLog> log;
        EventFormat format;
        EventText text;
        std::uint64_t position = 0;
        Clock::time_point comment_at = {};
    };

    // The piece of a log that readers at the position `before` receive.
    struct Piece {
        const EventLog* log = nullptr;
        std::uint64_t position = 0;
        EventText before;
        EventText after;
        std::size_t used = 0;
        std::string text = {};
    };

    static bool has_room(Client client);
    static void read(const Stream& stream, std::optional<Piece>& last);
    bool fill(Client client, Stream& stream, std::optional<Piece>& last);

    Followers followers;
    std::map<Client, Stream> all;
    std::uint64_t count_completed = 0;
    std::uint64_t count_abandoned = 0;
};

}
