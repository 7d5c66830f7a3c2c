#include "agent/calls/call_locks.hpp"

namespace agent::calls {

namespace {

// Returns true also for a call that will be refused: it waits for its turn like one that reads.
bool uses_workspace(const PreparedCall& call)
{
    return call.obstacle || call.tool == nullptr || call.tool->uses_workspace;
}

bool changes_workspace(const PreparedCall& call)
{
    return !call.obstacle && uses_workspace(call) && call.changes_files();
}

bool has_server(const PreparedCall& call)
{
    return !call.obstacle && call.tool != nullptr && !call.tool->at_server.server.empty();
}

std::pair<std::uint64_t, std::string_view> server_of(const PreparedCall& call)
{
    return {call.sender, call.tool->at_server.server};
}

}

void CallLocks::take(Lock& lock, bool exclusively)
{
    (exclusively ? lock.is_exclusive : lock.is_shared) = true;
}

bool CallLocks::is_free(const Lock& lock, bool exclusively)
{
    return !lock.is_exclusive && !(exclusively && lock.is_shared);
}

void CallLocks::add(const PreparedCall& call)
{
    if (uses_workspace(call))
        take(workspace, changes_workspace(call));
    if (has_server(call))
        take(servers[server_of(call)], !call.tool->at_server.is_shared);
}

void CallLocks::add_awaited(const PreparedCall& call)
{
    if (!call.is_answered_immediately)
        return add(call);
    if (changes_workspace(call))
        awaited_changes.insert(call.sender);
    if (has_server(call) && !call.tool->at_server.is_shared)
        awaited_at_server.insert(server_of(call));
}

bool CallLocks::is_awaited(const PreparedCall& call) const
{
    return (changes_workspace(call) && awaited_changes.contains(call.sender))
        || (has_server(call) && !call.tool->at_server.is_shared
            && awaited_at_server.contains(server_of(call)));
}

bool CallLocks::allow(const PreparedCall& call) const
{
    if (uses_workspace(call) && !is_free(workspace, changes_workspace(call)))
        return false;
    if (!has_server(call))
        return true;
    const auto lock = servers.find(server_of(call));
    return lock == servers.end() || is_free(lock->second, !call.tool->at_server.is_shared);
}

}
