#pragma once

#include "agent/mcp/connection.hpp"
#include "agent/mcp/resource_tools.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// The lists of a server apart from its tools.
enum class ServerList { prompts, resources, templates };

inline constexpr std::array all_server_lists {
    ServerList::prompts, ServerList::resources, ServerList::templates};

// Return the method of the request for a list, and the name of the list in its result.
const char* method_of(ServerList which);
const char* field_of(ServerList which);

// The prompts, resources and templates of one server, each list at most max_listed long. A list is
// fetched when it is wanted, and kept until the server announces a change, or for its ttlMs, at
// most 10 minutes, if the server does not announce changes. After a failure it is empty and is not
// fetched again for a minute. Entries without a name or a URI, and those over 64 KiB, are left out.
// No function blocks.
class ServerLists {
public:
    using Clock = system::Watch::Clock;

    static constexpr std::size_t max_listed = 1'000;

    // Receives a message about a list that cannot be used: "it answers …".
    using Failed = std::function<void(ServerList which, const std::string& why)>;
    ServerLists(std::chrono::milliseconds timeout, Failed failed)
        : timeout(timeout)
        , failed(std::move(failed))
    {
    }

    // Fetches the list as soon as there is a connection, unless it is current.
    void want(ServerList which);

    // True from want() until the list is fetched or give_up() is called.
    bool is_pending(ServerList which) const { return at(which).is_wanted; }

    // Returns the list that was fetched last.
    const Json& entries(ServerList which) const { return at(which).entries; }

    // Returns a number that changes when the list changes or the server announces a change.
    std::uint64_t version(ServerList which) const { return at(which).version; }

    // Gives up all lists that are pending. Called when the server is down.
    void give_up();

    // Called when the server has begun another connection.
    void begin_connection();

    void watch(system::Watch& watch) const;
    void step(Connection& connection);

private:
    struct List {
        Json entries = Json::array();
        std::uint64_t version = 0;
        bool is_wanted = false;
        bool was_fetched = false; // fetched on this connection
        bool has_changed_since = false; // a change was announced during the fetch
        std::optional<Clock::time_point> current_until = {}; // nullopt: until a change is announced
        std::optional<PagedList> fetching = {};
        Clock::time_point deadline = {};
    };

    List& at(ServerList which) { return lists.at(static_cast<std::size_t>(which)); }
    const List& at(ServerList which) const { return lists.at(static_cast<std::size_t>(which)); }
    void fetch(ServerList which, Connection& connection);
    void take(ServerList which, const Connection& connection);
    void keep(ServerList which, Json entries);
    void announce(ServerList which);

    std::chrono::milliseconds timeout; // maximum time to fetch a whole list
    Failed failed;
    std::array<List, all_server_lists.size()> lists;
};

}
