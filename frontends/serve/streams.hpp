#pragma once

#include "frontends/serve/event_source.hpp"
#include "frontends/serve/followers.hpp"
#include "frontends/serve/http_listener.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace frontends::serve {

// Streams events to readers. Each reader has a place in a source; at most 64 KiB are on the way to
// it, and the source never waits for it. A piece that several readers get at the same time is read
// once.
class Streams {
public:
    struct Reading {
        StreamPosition from;
        std::string text = {}; // sent before the events
        http::HttpFields fields = {}; // more fields of the response
    };
    // Begins a stream. `key` is the id of the run, or the key of a feed, for forget(), count_of()
    // and wake().
    void begin(Client client, const std::string& key, std::shared_ptr<const EventSource> source,
        Reading reading);

    // Sends the fields of a stream without a body, in response to HEAD.
    static void answer_head(const Client& client, EventFormat format);

    // Returns the key of the stream of this client; empty if it had none.
    std::string forget(const Client& client);

    // Ends the streams of the clients for which `test` is true.
    void end_those(const Followers::Test& test);

    // Must be called when the source has grown or the client has received something.
    void wake(const std::string& key) { followers.wake(key); }
    void wake(const Client& client) { followers.wake(client); }

    std::size_t count_of(const std::string& key) const { return followers.count_of(key); }
    std::size_t count() const { return all.size(); }
    std::size_t count_lagging() const; // readers with unread events

    // Return the number of readers that received everything, and of those that left before.
    std::uint64_t completed() const { return count_completed; }
    std::uint64_t abandoned() const { return count_abandoned; }

    void watch(system::Watch& watch) const { followers.watch(watch); }
    void step();

private:
    using Clock = system::Watch::Clock;

    struct Stream {
        std::shared_ptr<const EventSource> source;
        StreamPosition place;
        Clock::time_point comment_at = {};
    };

    // The text that readers at the place `before` receive.
    struct Piece {
        const EventSource* source;
        StreamPosition before;
        StreamPosition after;
        std::optional<std::string> text = {}; // nullopt: unreadable
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
