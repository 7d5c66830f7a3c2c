#pragma once

#include "agent/mcp/wire.hpp"
#include "agent/model/sse.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// An HTTP request to a server and its response: a single document or a stream of events. A stream
// that was interrupted can be requested again.
class HttpStream {
public:
    using Clock = system::Watch::Clock;

    enum class Purpose {
        request, // a request of the protocol, which has a response
        initialize, // the request `initialize`, whose response may begin a session
        message, // a response or a notification of the client
        changes, // a stream of messages that belong to no request
        older, // the stream of all messages of a server of 2024-11-05
        farewell, // a DELETE request that ends the session
    };

    // Sends nothing before begin().
    explicit HttpStream(Purpose purpose, RequestId id = 0)
        : what(purpose)
        , number(id)
    {
    }

    Purpose purpose() const { return what; }
    RequestId id() const { return number; }
    bool is_request() const { return what == Purpose::request || what == Purpose::initialize; }

    void begin(std::unique_ptr<web::WebExchange> exchange);

    // The generation (oauth::Credentials) of the token in its request; 0 without a token.
    void set_token(std::uint64_t generation) { token = generation; }
    std::uint64_t used_token() const { return token; }

    // Sets the time after which is_late() is true, and the owner should drop the stream.
    void set_deadline(Clock::time_point time) { deadline = time; }
    bool has_deadline() const { return deadline.has_value(); }
    bool is_late() const { return deadline && Clock::now() >= *deadline; }

    // Schedules another request for the stream, from its last event on: the owner calls begin()
    // when is_due(). Returns false after too many attempts without a new event.
    bool begin_later();
    bool is_due() const { return next && Clock::now() >= *next; }
    bool was_resumed() const { return is_resumed; }
    const std::string& last_id() const { return last; }

    // Returns the current exchange, or null before begin() and while the next request is pending.
    const web::WebExchange* exchange() const { return now.get(); }
    bool is_over() const { return now && now->is_over(); }
    bool has_head() const { return now && now->has_head(); }
    bool is_events() const; // the response is an event stream with status 200
    bool is_document() const; // the response is JSON

    // Returns the events received since the previous call.
    std::vector<model::Event> take_events();

    // Returns the complete document, once; nullopt until it was received.
    std::optional<std::string> take_document();

    // Returns the part of the body received so far, unless it is an event stream.
    const std::string& body() const { return document; }

    // Returns TOO_LARGE if the document or an event exceeds Wire::max_line; nullopt otherwise.
    const std::optional<ToolError>& excess() const { return too_large; }

    void watch(system::Watch& watch) const;
    void step();

private:
    void take(const std::string& bytes);

    Purpose what;
    RequestId number;
    std::unique_ptr<web::WebExchange> now;
    std::optional<Clock::time_point> next;
    std::optional<Clock::time_point> deadline;
    std::optional<model::EventStream> reader;
    std::vector<model::Event> events;
    std::string document;
    std::optional<ToolError> too_large;
    std::string last; // id of the last event
    std::chrono::milliseconds delay {1'000};
    std::uint64_t token = 0;
    int attempts = 0; // attempts since the last event
    bool is_resumed = false;
    bool is_taken = false; // the document was taken
};

}
