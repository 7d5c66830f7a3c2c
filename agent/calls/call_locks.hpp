#pragma once

#include "agent/calls/prepared_call.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace agent::calls {

// Which calls may run beside which others. A call that uses the workspace has its lock: exclusively
// if it changes files, else shared. A call of a tool of an MCP server has the lock of its sender at
// this server, exclusively unless OfferedTool::ServerLock says otherwise. A call gets all of its
// locks at once, in the order of the calls: one that waits comes before all later calls that need
// one of its locks, and before no others. What is added has to outlive this object.
class CallLocks {
public:
    // Adds a call that runs, or waits for its turn.
    void add(const PreparedCall& call);

    // Adds a call that waits for something else, such as a decision. It has no locks, and later
    // calls of its sender do not overtake it; if it is told at once, that is so only for locks that
    // both need exclusively.
    void add_awaited(const PreparedCall& call);

    // True if a call has to wait for one that was added as awaited: it is to be added so, too.
    bool is_awaited(const PreparedCall& call) const;

    // True if another call can begin beside those that were added.
    bool allow(const PreparedCall& call) const;

private:
    struct Lock {
        bool is_shared = false; // by at least one
        bool is_exclusive = false;
    };
    using ServerOfSender = std::pair<std::uint64_t, std::string_view>;

    static void take(Lock& lock, bool exclusively);
    static bool is_free(const Lock& lock, bool exclusively);

    Lock workspace;
    std::map<ServerOfSender, Lock> servers;
    std::set<std::uint64_t> awaited_changes; // senders of calls that change files
    std::set<ServerOfSender> awaited_at_server; // exclusive ones
};

}
