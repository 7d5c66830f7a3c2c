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
        std::size_t count = 64; // beyond it, the session that has been idle longest is ended
        std::chrono::milliseconds idle_time {3'600'000};
    };

    struct Session {
        std::uint64_t scope = 0;
        std::string hash = {}; // hash of its id, which the audit contains
        std::string client = {}; // the name in `initialize`
        std::shared_ptr<ClientState> state = {};
        Clock::time_point used = {};
        std::size_t requests = 0; // requests under way; with any, the session is not idle
    };

    explicit Sessions(Limits limits)
        : limits(limits)
    {
    }

    // Begins a session, and returns its id: 128 random bits in hexadecimal digits.
    std::string begin(
        std::uint64_t scope, const std::string& client, std::shared_ptr<ClientState> state = {});

    // Returns null if no session has this id.
    Session* find(const std::string& id);

    // Ends the sessions that exceed the limits. Returns their scopes.
    std::vector<std::uint64_t> expired();

    // Ends this session.
    void end(const Session& session);

    // Returns the time at which the next session may exceed its idle time; nullopt if there is
    // none.
    std::optional<Clock::time_point> next_expiry() const;

private:
    Limits limits;
    std::map<std::string, Session> sessions; // by hash
};

}
