#include "frontends/serve/followers.hpp"

#include <utility>

namespace frontends::serve {

void Followers::add(const Client& client, const std::string& run)
{
    all[client] = {run};
    by_run[run].insert(client);
    wake(client);
}

std::string Followers::forget(const Client& client)
{
    auto node = all.extract(client);
    if (!node)
        return {};
    timers.forget(client);
    const auto others = by_run.find(node.mapped().run);
    others->second.erase(client);
    if (others->second.empty())
        by_run.erase(others);
    return std::move(node.mapped().run);
}

void Followers::wake(const std::string& run)
{
    const auto found = by_run.find(run);
    if (found == by_run.end())
        return;
    for (const Client& client : found->second)
        wake(client);
}

void Followers::wake(const Client& client)
{
    const auto found = all.find(client);
    if (found == all.end() || std::exchange(found->second.is_woken, true))
        return;
    woken.push_back(client);
}

std::size_t Followers::count_of(const std::string& run) const
{
    const auto found = by_run.find(run);
    return found == by_run.end() ? 0 : found->second.size();
}

std::vector<Client> Followers::those(const Test& test) const
{
    std::vector<Client> found;
    for (const auto& [client, followed] : all)
        if (test(client, followed.run))
            found.push_back(client);
    return found;
}

void Followers::watch(system::Watch& watch) const
{
    timers.watch(watch);
    if (!woken.empty())
        watch.until(Clock::now());
}

std::vector<Client> Followers::take()
{
    for (const Client& client : timers.take_due())
        wake(client);
    for (const Client& client : woken)
        if (const auto found = all.find(client); found != all.end())
            found->second.is_woken = false;
    return std::exchange(woken, {});
}

}
