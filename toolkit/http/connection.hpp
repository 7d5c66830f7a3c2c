#pragma once

#include "toolkit/http/request_reader.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace toolkit::http {

using namespace toolkit;

// Limits for connections.
struct HttpLimits {
    std::size_t connections = 64; // connections that have shown the token
    std::size_t unauthenticated = 192; // connections that have not
    RequestReader::Limits request = {};
    std::chrono::milliseconds head_time {10'000}; // from the first byte of a head to its last
    std::chrono::milliseconds body_time {10'000}; // after it, a body has to arrive at body_rate
    std::size_t body_rate = 1024; // bytes per second
    std::chrono::milliseconds idle_time {60'000}; // between two requests
    // Time after which a client that receives nothing is closed.
    std::chrono::milliseconds stall_time {30'000};
    // To read what arrives after a request was refused.
    std::chrono::milliseconds linger_time {1'000};
    // At the limit of unauthenticated, the age from which one may be closed for a new connection.
    std::chrono::milliseconds hearing {100};
    std::chrono::milliseconds courtesy {1'000}; // like `hearing`, if it has unread input
    // At the limit of connections with the token, one that has been silent for `reuse` is closed:
    // clients are not known to keep a connection for longer until their next request. When a
    // request has waited for `patience`, a connection that has been silent for `patience` is closed
    // as well; if there is none, the request gets 503.
    std::chrono::milliseconds reuse {5'000};
    std::chrono::milliseconds patience {1'000};
};

// Numbers of responses, by the label of the request and by status.
using AnswerCounts = std::map<std::pair<std::string_view, int>, std::uint64_t>;

// A connection with its requests and pending output. No function waits.
class Connection {
public:
    using Clock = system::Watch::Clock;

    // Counts its responses in `counts`. `user` is the user who opened the connection, as in
    // HttpHead.
    Connection(File socket, const HttpLimits& limits, AnswerCounts& counts,
        std::optional<uid_t> user = {});

    // Return the events that the connection waits for, as in epoll(7), and its deadline. Events
    // that occurred must be passed to step().
    std::uint32_t awaited() const;
    Clock::time_point deadline() const;
    void step(std::uint32_t events);

    // Ends the connection or the request if its deadline has passed. Must be called after each
    // change.
    void look_at_clock();

    // Returns true if it must be stepped although no event will occur.
    bool has_to_go_on() const;

    RequestReader& requests() { return reader; }

    bool has_to_write() const { return pending() > 0; }
    std::size_t pending() const { return output.size(); } // bytes to be written

    // Returns true if the client has left, violated the protocol, or exceeded a time limit.
    bool is_over() const { return state == State::over; }
    bool has_left() const { return has_ended; }

    // Returns true if no response is pending and a request can be read.
    bool is_ready() const { return state == State::open && exchange == 0 && pending() < max_ahead; }

    // The number of the request in progress; 0: none.
    std::uint64_t exchange = 0;
    bool is_trusted = false; // one of its requests has been admitted
    std::optional<Clock::time_point> held_since = {}; // a request waits to be admitted
    HttpFields own_fields = {}; // added to each response to the request
    std::string_view label = {}; // label of the request
    bool has_stalled = false; // closed because its client received nothing

    // Sets the form of the response to a request: HEAD gets no body, HTTP/1.0 no chunks. The
    // connection closes after a request in HTTP/1.0, and after one with `Connection: close`.
    void prepare_answer(const HttpHead& head);
    void close_after_answer() { closes = true; }

    // Write the parts of a response. The last part ends the exchange.
    void answer(const HttpResponse& response);
    void begin_stream(HttpFields fields);
    void send(std::string_view piece);
    void end_stream();
    bool is_streaming() const { return streams; }

    // Sends "100 Continue", so that the client sends the body.
    void go_on();

    // Answers a request that was not read to its end. The connection closes after the response.
    void refuse(const HttpResponse& response);

    void close();

    Clock::time_point last_heard() const { return heard; }

    // Returns true if it counts as one of those with the token and is still open.
    bool keeps_place() const { return is_trusted && state == State::open; }

    // Returns true if no response is pending and the connection may be closed for another one. If
    // it has shown the token, it must have been silent for `silence` and have no unread input.
    // Otherwise it must have the age `hearing`, or `courtesy` if it has unread input: a client that
    // opens many connections at a time does not send a request on each immediately.
    bool may_go(std::chrono::milliseconds silence) const;

private:
    enum class State { open, closing, lingering, over };

    // Maximum of bytes that are read ahead, and of bytes that wait to be written.
    static constexpr std::size_t max_ahead = 64 << 10;

    bool wants_input() const;
    bool is_reading_more() const;
    void receive();
    void write_some();
    void end_of_output();
    void end_exchange();
    void count(int status) { ++counts[{label, status}]; }
    void print(std::string_view text);
    bool has_unread() const;

    File socket;
    const HttpLimits& limits;
    AnswerCounts& counts;
    RequestReader reader;
    State state = State::open;
    io::OutputQueue output;
    bool streams = false;
    bool closes = false; // after the response
    bool has_chunks = true; // in a stream; without chunks, it ends with the connection
    bool has_ended = false; // the client sends nothing more
    bool has_body = true; // the response; false for HEAD
    Clock::time_point born;
    Clock::time_point heard; // when bytes were last received
    Clock::time_point begun; // when the current head or body began to arrive
    RequestReader::State timed = RequestReader::State::head; // the part that `begun` refers to
    bool is_begun = false;
    Clock::time_point moved; // when the client last received bytes, or the output became empty
};

}
