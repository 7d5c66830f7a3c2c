#pragma once

#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

using namespace toolkit;

// Sends requests of this server to clients of the legacy eras, each in the stream of a request of
// the client. No function blocks.
class ClientRequests {
public:
    using Clock = system::Watch::Clock;

    // `time` is how long a response is awaited.
    explicit ClientRequests(std::chrono::milliseconds time = std::chrono::minutes(10))
        : time(time)
    {
    }

    void deliver_to(std::function<void(const Reply&)> front) { deliver = std::move(front); }

    // The destination of a request: the address of a client's request that has not been answered,
    // and the scope from which the response comes.
    struct To {
        std::uint64_t scope;
        std::uint64_t address;
    };

    // Sends a request, and returns its number.
    std::uint64_t send(const To& to, std::string_view method, const Json& params);

    // Sends a notification.
    void notify(const To& to, std::string_view method, const Json& params);

    // The outcome of a request.
    struct Response {
        Json result = {};
        std::string failure = {}; // why there is no result; otherwise empty
        bool is_lost = false; // the client may not have received the request
    };

    // Returns the outcome once, after the request has ended; otherwise nullopt.
    std::optional<Response> take(std::uint64_t request);

    // Cancels a request whose response is no longer needed, and notifies the client.
    void withdraw(std::uint64_t request);

    // Takes a response from a client of this scope. `id` is as written in its line. Ignored if
    // there is no such request.
    void take_response(std::uint64_t scope, std::string_view id, const Json& message);

    // Ends the requests that were sent to this address, since they can no longer be answered.
    void lost(std::uint64_t address);

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Request {
        To to;
        Clock::time_point end;
        std::optional<Response> response = {};
    };

    void cancel(std::uint64_t number, const Request& request);

    std::chrono::milliseconds time;
    std::function<void(const Reply&)> deliver;
    std::uint64_t count = 0;
    std::map<std::uint64_t, Request> open;
};

}
