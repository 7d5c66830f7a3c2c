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

// Numbers of our requests; none is given twice on one connection.
using RequestId = std::int64_t;

// Fields of an HTTP request, by name.
using HttpFields = std::vector<std::pair<std::string, std::string>>;

// What a server has responded to a request.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Response {
    struct Error {
        int code = 0;
        std::string message = {};
        Json data = {};

        // Of an error that the server has not sent: whether the request has done anything.
        enum class Effect { as_it_says, unknown, none } effect = Effect::as_it_says;
        std::string sign_in = {}; // the command to run first, if it needs a sign-in
        std::optional<std::string> scopes = {}; // that the token lacks, if it has a valid one
    };
    Json result = {}; // any JSON
    std::optional<Error> error = {};
};

// A message to a server.
struct ClientMessage {
    std::string line = {}; // with its newline
    RequestId id = 0; // of a request; 0: it is none
    std::string method = {}; // empty for a response

    // Over HTTP the head of a request has these, too.
    bool is_modern = false;
    std::string name = {}; // of the tool or prompt, or the URI, that a request is about
    HttpFields fields = {};
    bool is_repeated = false; // sent a second time, with another token
};

// Why a request has no response over HTTP.
// NOLINTNEXTLINE(bugprone-exception-escape): likewise
struct WireFailure {
    RequestId id = 0;
    int status = 0; // of HTTP; 0: there was none
    Response::Error error = {}; // as the server has sent it, or its message says what happened
    bool is_end = false; // no later request can succeed
};

// What carries the messages between a client and one server. Nothing here waits.
class Wire {
public:
    using Clock = system::Watch::Clock;

    // A longer message of the server's is an error.
    static constexpr std::size_t max_line = 16 << 20;

    Wire() = default;
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    virtual ~Wire() = default;

    // The message goes out as soon as that is possible.
    virtual void send(ClientMessage message) = 0;

    // Of responses and notifications, what has not gone out.
    virtual std::size_t unsent_bytes() const = 0;

    // The next message of the server's; what it holds is not looked at.
    virtual std::optional<std::string> take_line() = 0;

    // What the server has sent is longer than max_line, and nothing else can follow.
    virtual bool is_too_long() const { return false; }

    // After all lines have been taken: a request that will have no response.
    virtual std::optional<WireFailure> take_failure() { return std::nullopt; }

    // The response to this request has come.
    virtual void has_response(RequestId /*id*/) { }

    // Nobody waits for the response any more. Returns true if this tells the server.
    virtual bool give_up(RequestId /*id*/) { return false; }

    // The server is known by now.
    virtual void begin_era(Era /*era*/, const std::string& /*version*/) { }

    // The server accepts no message by this protocol: begins again by an older one. Returns false
    // if there is none.
    virtual bool begin_older() { return false; }

    // True if the server refuses all requests until a sign-in.
    virtual bool needs_sign_in() const { return false; }

    // The server has ended the session: a new wire begins another one.
    virtual bool has_lost_session() const { return false; }

    // No answer can be expected any more.
    virtual bool is_silent() const = 0;

    // Ends it in order, each step within `time`; or at once.
    virtual void end(std::chrono::milliseconds time) = 0;
    virtual void kill() = 0;

    // Nothing of it is left. Then: "ended with exit status 1".
    virtual bool is_over() const = 0;
    virtual std::string how_it_ended() const = 0;

    // Of a process.
    virtual bool has_begun() const { return false; } // as far as is known
    virtual std::optional<int> exit_status() const { return std::nullopt; }
    virtual std::optional<int> signal() const { return std::nullopt; }
    virtual std::string errors_tail() const { return {}; } // of its stderr
    virtual std::size_t error_bytes() const { return 0; }
    virtual std::string report_line() const { return {}; } // of its launcher

    virtual void watch(system::Watch& watch) const = 0;

    // Makes as much progress as it can without blocking.
    virtual void step() = 0;
};

}
