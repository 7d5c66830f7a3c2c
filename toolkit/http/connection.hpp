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

// What connections may cost.
struct HttpLimits {
    std::size_t connections = 64; // that have shown the token
    std::size_t newcomers = 192; // that have not
    RequestReader::Limits request = {};
    std::chrono::milliseconds head_time {10'000}; // from the first byte of a head to its last
    std::chrono::milliseconds body_time {10'000}; // after it a body has to keep up with body_rate
    std::size_t body_rate = 1024; // bytes a second
    std::chrono::milliseconds idle_time {60'000}; // between two requests
    std::chrono::milliseconds stall_time {30'000}; // of a reader that takes nothing
    std::chrono::milliseconds linger_time {1'000}; // of what comes after a request was refused
    // At the limit of newcomers, the silence after which one is closed for a new one.
    std::chrono::milliseconds hearing {100};
    std::chrono::milliseconds courtesy {1'000}; // if it sends something
    // At the limit of those with the token, the silence after which one is closed: clients are not
    // known to keep a connection for their next request for longer. When a request has waited for
    // `patience`, one that has been silent for so long is closed as well; if there is none, the
    // request gets 503.
    std::chrono::milliseconds reuse {5'000};
    std::chrono::milliseconds patience {1'000};
};

// How many requests were answered, by the label of what they ask for and by status.
using AnswerCounts = std::map<std::pair<std::string_view, int>, std::uint64_t>;

// A connection with its requests and what is on its way to it. Nothing here waits.
class Connection {
public:
    using Clock = system::Watch::Clock;

    // Counts its answers in `counts`. `user` is the user who opened it, as in HttpHead.
    Connection(File socket, const HttpLimits& limits, AnswerCounts& counts,
        std::optional<uid_t> user = {});

    // These return the events that it waits for, as epoll(7) has them, and its deadline. Events
    // that occurred have to be passed to step().
    std::uint32_t awaited() const;
    Clock::time_point deadline() const;
    void step(std::uint32_t events);

    // Ends the connection or the request if its deadline has passed. Must be called after each
    // change.
    void look_at_clock();

    // True if it has to be stepped although no event will occur.
    bool has_to_go_on() const;

    RequestReader& requests() { return reader; }

    bool has_to_write() const { return pending() > 0; }
    std::size_t pending() const { return output.size(); } // to be written

    // Its client has left, or broken the protocol, or let a time pass.
    bool is_over() const { return state == State::over; }
    bool has_left() const { return has_ended; }

    // Nothing is owed to it, and a request can be taken.
    bool is_ready() const { return state == State::open && exchange == 0 && pending() < max_ahead; }

    // A request is under way by this number; 0: none.
    std::uint64_t exchange = 0;
    bool is_trusted = false; // one of its requests has been let in
    std::optional<Clock::time_point> held_since = {}; // a request waits to be let in
    bool closes = false; // after the answer
    HttpFields own_fields = {}; // for each answer to the request
    std::string_view label = {}; // of the request
    bool has_stalled = false; // it was closed because its reader took nothing

    // The parts of an answer. Its last one ends the exchange.
    void answer(const HttpResponse& response);
    void begin_stream(HttpFields fields);
    void send(std::string_view piece);
    void end_stream();
    bool is_streaming() const { return streams; }

    // "100 Continue": the body may come.
    void go_on();

    // The answer to a request that was not read to its end: the connection closes after it.
    void refuse(const HttpResponse& response);

    void close();

    Clock::time_point last_heard() const { return heard; }

    // It is one of those with the token, and more can come of it.
    bool keeps_place() const { return is_trusted && state == State::open; }

    // Nothing is owed to it, and it has been silent for long enough to give way to another one: for
    // `silence`, if it has shown the token. Who connects many times at once has not sent each
    // request yet, and what was sent may wait to be read.
    bool may_go(std::chrono::milliseconds silence) const;

private:
    enum class State { open, closing, lingering, over };

    static constexpr std::size_t max_ahead = 64 << 10; // to be read, and to be written, in advance

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
    bool has_ended = false; // the client sends nothing more
    bool answers_head = false; // the request was HEAD: the answer has no body
    Clock::time_point born;
    Clock::time_point heard; // when something came last
    Clock::time_point begun; // when the head, or then the body, has begun to come
    RequestReader::State timed = RequestReader::State::head; // what `begun` is of
    bool is_begun = false;
    Clock::time_point moved; // when the client last took something, or all
};

}
