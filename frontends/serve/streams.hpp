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

// Streams events to readers. Each reader has a position in a log; at most 64 KiB are on the way to
// it, and the log never waits for it. A piece that several readers get at the same time is read
// once.
class Streams {
public:
    struct Reading {
        EventFormat format;
        std::uint64_t after; // number of the last event that the reader has
        http::HttpFields fields = {}; // more fields of the response
    };
    // Begins a stream. `run` is the id for forget(), count_of() and wake().
    void begin(Client client, const std::string& run, std::shared_ptr<const EventLog> log,
        Reading reading);

    // Sends the fields of a stream without a body, in response to HEAD.
    static void answer_head(const Client& client, EventFormat format);

    // Returns the run whose reader this was; empty if it was none.
    std::string forget(const Client& client);

    // Ends the streams of the clients for which `test` is true.
    void end_those(const Followers::Test& test);

    // Must be called when the log of the run has grown or the client has received something.
    void wake(const std::string& run) { followers.wake(run); }
    void wake(const Client& client) { followers.wake(client); }

    std::size_t count_of(const std::string& run) const { return followers.count_of(run); }
    std::size_t count() const { return all.size(); }
    std::size_t count_behind() const; // readers with unread events in the log

    // Return the number of readers that received a whole run, and of those that left before.
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
