#include "frontends/mcp/call_clients.hpp"

#include <utility>

namespace frontends::mcp {

void CallClients::remove(calls::CallId call)
{
    clients.erase(call);
    answers.erase(call);
    parked.erase(call);
}

const ClientCall* CallClients::find(calls::CallId call) const
{
    const auto found = clients.find(call);
    return found == clients.end() ? nullptr : found->second;
}

bool CallClients::is_waiting(calls::CallId call) const
{
    const ClientCall* const client = find(call);
    return parked.contains(call) || (client != nullptr && client->is_parked);
}

std::optional<ClientAnswer> CallClients::take_answer(calls::CallId call)
{
    auto taken = answers.extract(call);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

}
