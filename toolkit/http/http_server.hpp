#pragma once

#include "toolkit/http/admission.hpp"
#include "toolkit/http/connection.hpp"
#include "toolkit/http/listener.hpp"

#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace toolkit::http {

// A request that is answered: its number, which is never used again.
using Exchange = std::uint64_t;

// What a server does with the requests that were let in.
class HttpService {
public:
    HttpService() = default;
    HttpService(const HttpService&) = delete;
    HttpService& operator=(const HttpService&) = delete;
    virtual ~HttpService() = default;

    // The answer to a request that needs no token; of most there is none.
    virtual std::optional<HttpResponse> public_answer(const HttpHead& head) = 0;

    // Why the body of a request is not read.
    virtual std::optional<HttpResponse> refusal(const HttpHead& head) = 0;

    // What a request is counted by: one of a few, that last.
    virtual std::string_view label_of(const HttpHead& /*head*/) const { return {}; }

    // The whole request. It may be answered at once, or later.
    virtual void take(Exchange exchange, HttpRequest request) = 0;

    // Its client has left, and no answer can reach it.
    virtual void lost(Exchange exchange) = 0;

    // Called when the client of a stream has received some of the pending output.
    virtual void taken(Exchange /*exchange*/) { }

    // An error of this room, as the clients of a target want to read it.
    virtual HttpResponse worded(const HttpHead& /*head*/, HttpResponse response) const
    {
        return response;
    }
};

// Reads requests from the connections of a listener, lets those in that are allowed, and writes
// their answers. One thread, and nothing here waits: whoever has it waits for what watch() adds,
// then steps. What that costs depends on what has come, not on how many connections are open.
class HttpServer {
public:
    HttpServer(Listener& listener, Admission admission, HttpLimits limits, HttpService& service);

    void watch(system::Watch& watch) const;

    // After the wait of that.
    void step(const system::Watch& watch);

    // Each does nothing if the client has left.
    void answer(Exchange exchange, const HttpResponse& response);
    void begin_stream(Exchange exchange, HttpFields fields);
    void send(Exchange exchange, std::string_view piece);
    void end_stream(Exchange exchange);

    // How many bytes of it its client has not taken yet.
    std::size_t pending(Exchange exchange);

    // Something is on its way to a client.
    bool has_to_write() const;

    std::size_t connections() const { return open.size(); }
    const AnswerCounts& answered() const { return counts; }
    // How many answers were cut off because their readers took nothing.
    std::uint64_t stalled() const { return count_stalled; }
    bool is_answering() const { return !under_way.empty(); }

private:
    using Clock = system::Watch::Clock;

    // The use that connections make of the limits.
    struct Tally {
        std::size_t newcomers = 0; // that have not shown the token
        std::size_t places = 0; // of those that have, and stay
        std::size_t body_bytes = 0; // of bodies that are being read
    };
    struct Peer {
        Connection connection;
        std::uint64_t number;
        io::EventLoop::Source events; // ends before its socket is closed
        Tally counted = {};
    };

    void hear_newcomers();
    void visit(std::uint64_t number, std::uint32_t events);
    void settle(Peer& peer);
    static bool has_to_close(const Connection& connection);
    void recount(Peer& peer);
    void accept_all();
    void add(File socket, std::optional<uid_t> user);
    void rest(std::chrono::milliseconds time);
    bool make_room();
    bool make_place(std::chrono::milliseconds silence);
    bool close_first(bool is_trusted, std::chrono::milliseconds silence);
    bool is_full() const { return tally.places >= limits.connections; }
    void drive_held();
    void close_if_crowded(Connection& connection) const;
    bool keeps_too_much() const { return tally.body_bytes > 2 * limits.request.body_bytes; }
    void drive(Peer& peer);
    void admit(Peer& peer);
    void answer_whole(Connection& connection, const HttpResponse& response) const;
    void begin(Peer& peer);
    void close(std::uint64_t number);
    Peer* peer_of(Exchange exchange);

    Listener& listener;
    Admission admission;
    HttpLimits limits;
    HttpService& service;
    AnswerCounts counts;
    std::uint64_t count_stalled = 0;
    io::EventLoop loop;
    io::EventLoop::Source newcomers; // of the listener
    std::map<std::uint64_t, Peer> open; // by their number, in that order
    std::map<Exchange, Peer*> under_way;
    Tally tally; // of all that are open
    std::set<std::uint64_t> held; // those whose request waits to be let in
    std::uint64_t last_connection = 0;
    Exchange last_exchange = 0;
    bool has_newcomers = false;
    Clock::time_point tries_held_at = {};
    Clock::time_point last_let_in = {}; // when one that was held got its place
};

}
