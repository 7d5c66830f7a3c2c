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

// Requests of this server to clients of the legacy eras, each in the stream of a request of the
// client. Nothing here waits.
class ClientRequests {
public:
    using Clock = system::Watch::Clock;

    // After this time a client does not answer any more.
    explicit ClientRequests(std::chrono::milliseconds time = std::chrono::minutes(10))
        : time(time)
    {
    }

    void deliver_to(std::function<void(const Reply&)> front) { deliver = std::move(front); }

    // Where a request goes: the address of a request of the client, which has not been answered,
    // and the scope that the response comes from.
    struct To {
        std::uint64_t scope;
        std::uint64_t address;
    };

    // Returns the number of the request.
    std::uint64_t send(const To& to, std::string_view method, const Json& params);

    // Sends a notification.
    void notify(const To& to, std::string_view method, const Json& params);

    // What has come of a request.
    struct Response {
        Json result = {};
        std::string failure = {}; // why there is no result
        bool is_lost = false; // and the client may not have seen the request
    };

    // Once, after its end.
    std::optional<Response> take(std::uint64_t request);

    // Nobody needs the response any more: the client is told.
    void withdraw(std::uint64_t request);

    // A response, as a client of this scope has sent it; `id` is as its line has it. Nothing if
    // nobody waits for it.
    void take_response(std::uint64_t scope, std::string_view id, const Json& message);

    // What was sent there can't be answered any more.
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
