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

// The sessions of clients of the legacy eras, by HTTP (H7).
class Sessions {
public:
    using Clock = system::Watch::Clock;

    struct Limits {
        std::size_t count = 64; // of several more the one goes that has been idle longest
        std::chrono::milliseconds idle_time {3'600'000};
    };

    struct Session {
        std::uint64_t scope = 0;
        std::string hash = {}; // of its id: what the audit names it by
        std::string client = {}; // as `initialize` has named it
        std::shared_ptr<ClientState> state = {};
        Clock::time_point used = {};
        std::size_t requests = 0; // that are under way: then it is not idle
    };

    explicit Sessions(Limits limits)
        : limits(limits)
    {
    }

    // Its id: 128 random bits, in hexadecimal digits.
    std::string begin(
        std::uint64_t scope, const std::string& client, std::shared_ptr<ClientState> state = {});

    // Null if there is none with this id.
    Session* find(const std::string& id);

    // Ends those that have been idle for too long, and those that are too many. Returns their
    // scopes.
    std::vector<std::uint64_t> expired();

    // Ends one of them.
    void end(const Session& session);

    // When the next one may have been idle for too long.
    std::optional<Clock::time_point> next_expiry() const;

private:
    Limits limits;
    std::map<std::string, Session> sessions; // by their hash
};

}
