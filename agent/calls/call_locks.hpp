#pragma once

#include "agent/calls/prepared_call.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace agent::calls {

// Decides which calls may run at the same time. Two kinds of locks exist. A call that uses the
// workspace takes the workspace lock: exclusively if it changes files, otherwise shared. A call of
// a tool of an MCP server takes the lock of its sender at this server: exclusively unless
// OfferedTool::ServerLock makes it shared. A call takes all of its locks together. Add the calls in
// their order, so that a waiting call comes before all later calls that need one of its locks. The
// calls must outlive this object.
class CallLocks {
public:
    // Adds a call that runs or waits for its turn: it takes its locks.
    void add(const PreparedCall& call);

    // Adds a call that waits for something else, such as a decision or the start of its server. If
    // it has is_told_at_once, it takes no locks and only holds up later calls of its sender that
    // need one of its exclusive locks exclusively. Otherwise it takes its locks as with add().
    void add_awaited(const PreparedCall& call);

    // Returns true if the call is held up by a call that add_awaited() added. Add it with
    // add_awaited() as well.
    bool is_awaited(const PreparedCall& call) const;

    // Returns true if the locks of the call are free.
    bool allow(const PreparedCall& call) const;

private:
    struct Lock {
        bool is_shared = false; // held by at least one call
        bool is_exclusive = false;
    };
    using ServerOfSender = std::pair<std::uint64_t, std::string_view>;

    static void take(Lock& lock, bool exclusively);
    static bool is_free(const Lock& lock, bool exclusively);

    Lock workspace;
    std::map<ServerOfSender, Lock> servers;
    std::set<std::uint64_t> awaited_changes; // senders of awaited calls that change files
    std::set<ServerOfSender> awaited_at_server; // locks that awaited calls need exclusively
};

}
