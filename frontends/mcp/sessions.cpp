#include "frontends/mcp/sessions.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"

#include <algorithm>
#include <utility>

namespace frontends::mcp {

static std::string hash_of_session(const std::string& id) { return system::sha256(id); }

std::string Sessions::begin(
    std::uint64_t scope, const std::string& client, std::shared_ptr<ClientState> state)
{
    std::string id = system::random_name() + system::random_name();
    const std::string hash = hash_of_session(id);
    sessions[hash] = {scope, hash, client, std::move(state), Clock::now()};
    return id;
}

// Compares hashes, so that the time of a search reveals nothing about an id.
Sessions::Session* Sessions::find(const std::string& id)
{
    const auto found = sessions.find(hash_of_session(id));
    return found == sessions.end() ? nullptr : &found->second;
}

void Sessions::end(const Session& session) { sessions.erase(std::string(session.hash)); }

static bool is_idle(const auto& entry) { return entry.second.requests == 0; }

std::vector<std::uint64_t> Sessions::expired()
{
    std::vector<std::uint64_t> scopes;
    const auto drop = [&](auto at) {
        scopes.push_back(at->second.scope);
        return sessions.erase(at);
    };
    const auto latest = Clock::now() - limits.idle_time;
    for (auto at = sessions.begin(); at != sessions.end();)
        at = is_idle(*at) && at->second.used <= latest ? drop(at) : std::next(at);
    while (sessions.size() > limits.count)
        drop(std::min_element(
            sessions.begin(), sessions.end(), [](const auto& one, const auto& two) {
                return std::pair(!is_idle(one), one.second.used)
                    < std::pair(!is_idle(two), two.second.used);
            }));
    return scopes;
}

std::optional<Sessions::Clock::time_point> Sessions::next_expiry() const
{
    std::optional<Clock::time_point> next;
    for (const auto& entry : sessions)
        if (is_idle(entry) && (!next || entry.second.used + limits.idle_time < *next))
            next = entry.second.used + limits.idle_time;
    return next;
}

}
