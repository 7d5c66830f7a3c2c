#pragma once

#include "runner/server/door.hpp"
#include "runner/server/event_log.hpp"
#include "runner/server/event_text.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace runner::server {

// The readers of events. Each has a position in a log; at most 64 KiB are on the way to it, and
// the log never waits for it.
class Streams {
public:
    struct Reading {
        EventFormat format;
        std::uint64_t after; // the number of an event
        listen::HttpFields fields = {}; // more of the answer
    };
    // `run` names it to forget() and count_of().
    void begin(Client client, const std::string& run, std::shared_ptr<const EventLog> log,
        Reading reading);

    // Returns the run whose reader this was; empty if it was none.
    std::string forget(Client client);

    std::size_t count_of(const std::string& run) const;
    std::size_t count() const { return all.size(); }
    std::size_t count_behind() const; // for whom there is more in the log

    // Those that had all of a run, and those that did not wait for it.
    std::uint64_t completed() const { return count_completed; }
    std::uint64_t abandoned() const { return count_abandoned; }

    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;

    struct Stream {
        std::string run;
        std::shared_ptr<const EventLog> log;
        EventFormat format;
        EventText text;
        std::uint64_t position = 0;
        Clock::time_point comment_at = {};
    };

    static bool has_room(Client client);
    static bool fill(Client client, Stream& stream);

    std::map<Client, Stream> all;
    std::uint64_t count_completed = 0;
    std::uint64_t count_abandoned = 0;
};

}
