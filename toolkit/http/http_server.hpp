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

// The number of a request that is being answered. Numbers are never reused.
using Exchange = std::uint64_t;

// The service of a server, which handles the requests that were admitted.
class HttpService {
public:
    HttpService() = default;
    HttpService(const HttpService&) = delete;
    HttpService& operator=(const HttpService&) = delete;
    virtual ~HttpService() = default;

    // Returns the response to a request that needs no token; nullopt for most requests.
    virtual std::optional<HttpResponse> public_answer(const HttpHead& head) = 0;

    // Returns the response that refuses a request before its body is read; nullopt if it is not
    // refused.
    virtual std::optional<HttpResponse> refusal(const HttpHead& head) = 0;

    // Returns the label under which a request is counted: one of a few texts that outlive the
    // server.
    virtual std::string_view label_of(const HttpHead& /*head*/) const { return {}; }

    // Handles a complete request. The service may answer it immediately or later.
    virtual void take(Exchange exchange, HttpRequest request) = 0;

    // Called when the client of a request has left; no response can reach it.
    virtual void lost(Exchange exchange) = 0;

    // Called when the client of a stream has received some of the pending output.
    virtual void taken(Exchange /*exchange*/) { }

    // Converts an error response of this room into the form that clients of the target expect.
    virtual HttpResponse worded(const HttpHead& /*head*/, HttpResponse response) const
    {
        return response;
    }
};

// Reads requests from the connections of a listener, admits those that are allowed, and writes the
// responses. Uses one thread and never waits: the owner waits for what watch() adds, then calls
// step(). The cost depends on what has arrived, not on the number of open connections.
class HttpServer {
public:
    HttpServer(Listener& listener, Admission admission, HttpLimits limits, HttpService& service);

    void watch(system::Watch& watch) const;

    // Handles the events of the wait that watch() was called for.
    void step(const system::Watch& watch);

    // Replaces the rules of admission for later requests.
    void set_admission(const Admission& given) { admission = given; }

    // Write a response. They do nothing if the client has left.
    void answer(Exchange exchange, const HttpResponse& response);
    void begin_stream(Exchange exchange, HttpFields fields);
    void send(Exchange exchange, std::string_view piece);
    void end_stream(Exchange exchange);

    // Returns how many bytes of the response the client has not received yet.
    std::size_t pending(Exchange exchange);

    // Returns true if output for a client is pending.
    bool has_to_write() const;

    std::size_t connections() const { return open.size(); }
    const AnswerCounts& answered() const { return counts; }
    // Returns how many responses were cut off because their clients received nothing.
    std::uint64_t stalled() const { return count_stalled; }
    bool is_answering() const { return !under_way.empty(); }

private:
    using Clock = system::Watch::Clock;

    // The amounts that count towards the limits.
    struct Tally {
        std::size_t unauthenticated = 0; // connections that have not shown the token
        std::size_t places = 0; // connections that have, and stay open
        std::size_t body_bytes = 0; // bytes of bodies that are being read
    };
    struct Peer {
        Connection connection;
        std::uint64_t number;
        io::EventLoop::Source events; // ends before its socket is closed
        Tally counted = {};
    };

    void on_newcomers();
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
    io::EventLoop::Source unauthenticated; // event source of the listener
    // Connections by number, in the order in which they were opened.
    std::map<std::uint64_t, Peer> open;
    std::map<Exchange, Peer*> under_way;
    Tally tally; // sums for all open connections
    std::set<std::uint64_t> held; // connections whose request waits to be admitted
    std::uint64_t last_connection = 0;
    Exchange last_exchange = 0;
    bool has_unauthenticated = false;
    Clock::time_point tries_held_at = {};
    Clock::time_point last_let_in = {}; // time at which a held connection got its place
};

}
