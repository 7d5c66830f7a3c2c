#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::mcp {

using namespace toolkit;
using toolkit::mcp::Era;

// Ids of the client's requests, unique on one connection.
using RequestId = std::int64_t;

// Fields of an HTTP request, by name.
using HttpFields = std::vector<std::pair<std::string, std::string>>;

// The response of a server to a request.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Response {
    struct Error {
        int code = 0;
        std::string message = {};
        Json data = {};

        // For errors that the server did not send: whether the request had any effect. `as_it_says`
        // is for errors sent by the server.
        enum class Effect { as_it_says, unknown, none } effect = Effect::as_it_says;
        std::string sign_in = {}; // the command to run first, if it needs a sign-in
        // Scopes that the token lacks, if the token is valid.
        std::optional<std::string> scopes = {};
    };
    Json result = {}; // any JSON
    std::optional<Error> error = {};
};

// A message to a server.
struct ClientMessage {
    std::string line = {}; // includes the newline
    RequestId id = 0; // id of a request; 0 for a response or notification
    std::string method = {}; // empty for a response

    // These also determine the header fields of an HTTP request.
    bool is_modern = false;
    std::string name = {}; // name of the tool or prompt, or URI, that the request is about
    HttpFields fields = {};
    bool is_repeated = false; // sent again with another token
};

// The reason why a request over HTTP has no response.
// NOLINTNEXTLINE(bugprone-exception-escape): as above
struct WireFailure {
    RequestId id = 0;
    int status = 0; // HTTP status; 0 if there was no HTTP response
    Response::Error error = {}; // sent by the server, or describes what happened
    bool is_end = false; // no later request can succeed
};

// Transport of the messages between a client and one server. No function blocks.
class Wire {
public:
    using Clock = system::Watch::Clock;

    // Maximum length of a message of the server in bytes; a longer one is an error.
    static constexpr std::size_t max_line = 16 << 20;

    Wire() = default;
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    virtual ~Wire() = default;

    // Sends the message, or queues it until it can be sent.
    virtual void send(ClientMessage message) = 0;

    // Returns the number of bytes that are queued and not sent yet. Over HTTP only responses and
    // notifications count.
    virtual std::size_t unsent_bytes() const = 0;

    // Returns the next message of the server, which is not parsed yet; nullopt if there is none.
    virtual std::optional<std::string> take_line() = 0;

    // True if a message of the server is longer than max_line. No more messages follow.
    virtual bool is_too_long() const { return false; }

    // Returns the next request that will not get a response, once; nullopt if there is none. Call
    // it after all lines were taken.
    virtual std::optional<WireFailure> take_failure() { return std::nullopt; }

    // Called when the response to this request arrived.
    virtual void has_response(RequestId /*id*/) { }

    // Called when the response is no longer awaited. Returns true if the transport itself cancels
    // the request at the server, so that no message is necessary.
    virtual bool give_up(RequestId /*id*/) { return false; }

    // Called when the era and protocol version of the server are known.
    virtual void begin_era(Era /*era*/, const std::string& /*version*/) { }

    // Switches to an older transport, after the server rejected the messages of this one. Returns
    // false if there is none.
    virtual bool begin_older() { return false; }

    // True if the server refuses all requests until a sign-in.
    virtual bool needs_sign_in() const { return false; }

    // True if the server ended the session. A new wire begins another session.
    virtual bool has_lost_session() const { return false; }

    // True if no more responses can arrive.
    virtual bool is_silent() const = 0;

    // end() ends the transport in order, with at most `time` for each step; kill() ends it
    // immediately. Both return before is_over().
    virtual void end(std::chrono::milliseconds time) = 0;
    virtual void kill() = 0;

    // True if all processes or requests are gone. Only then is how_it_ended() valid: "ended with
    // exit status 1".
    virtual bool is_over() const = 0;
    virtual std::string how_it_ended() const = 0;

    // Properties of a process; the defaults are for transports without one.
    virtual bool has_begun() const { return false; } // the program was started, as far as is known
    virtual std::optional<int> exit_status() const { return std::nullopt; }
    virtual std::optional<int> signal() const { return std::nullopt; }
    virtual std::string errors_tail() const { return {}; } // end of its stderr
    virtual std::size_t error_bytes() const { return 0; }
    virtual std::string report_line() const { return {}; } // report of its launcher

    virtual void watch(system::Watch& watch) const = 0;

    // Makes as much progress as it can without blocking.
    virtual void step() = 0;
};

}
