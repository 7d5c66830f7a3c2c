#pragma once

#include "frontends/mcp/client_state.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::mcp {

using namespace toolkit;

// The HTTP sessions of clients of the legacy eras.
class Sessions {
public:
    using Clock = system::Watch::Clock;

    struct Limits {
        std::size_t count = 64; // if there are more, the session that was idle longest ends
        std::chrono::milliseconds idle_time {3'600'000};
    };

    struct Session {
        std::uint64_t scope = 0;
        std::string hash = {}; // hash of its id, which names it in the audit trail
        std::string client = {}; // as named in `initialize`
        std::shared_ptr<ClientState> state = {};
        Clock::time_point used = {};
        // Requests in progress; the session is not idle while there are any.
        std::size_t requests = 0;
    };

    explicit Sessions(Limits limits)
        : limits(limits)
    {
    }

    // Begins a session, and returns its id: 128 random bits in hexadecimal digits.
    std::string begin(
        std::uint64_t scope, const std::string& client, std::shared_ptr<ClientState> state = {});

    // Returns nullptr if no session has this id.
    Session* find(const std::string& id);

    // Ends the sessions that were idle for too long or exceed the limit, and returns their scopes.
    std::vector<std::uint64_t> expired();

    // Ends a session.
    void end(const Session& session);

    // Returns when the next session may have been idle for too long; nullopt if there is none.
    std::optional<Clock::time_point> next_expiry() const;

private:
    Limits limits;
    std::map<std::string, Session> sessions; // by hash of the id
};

}
