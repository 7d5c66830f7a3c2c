#include "frontends/serve/waiters.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace frontends::serve {

using namespace std::chrono_literals;

std::string Waiters::forget(const Client& client)
{
    all.erase(client);
    return followers.forget(client);
}

std::vector<Client> Waiters::forget_those(const Followers::Test& test)
{
    std::vector<Client> found = followers.those(test);
    for (const Client& client : found)
        forget(client);
    return found;
}

std::map<Client, Waiters::Waiter> Waiters::take()
{
    std::map<Client, Waiter> woken;
    for (const Client& client : followers.take())
        if (const auto found = all.find(client); found != all.end())
            woken.insert(*found);
    return woken;
}

std::optional<std::chrono::seconds> preferred_wait(std::string_view prefer)
{
    constexpr std::string_view name = "wait=";
    constexpr long max_seconds = 600;
    while (!prefer.empty()) {
        const std::string_view one = prefer.substr(0, prefer.find(','));
        prefer.remove_prefix(std::min(prefer.size(), one.size() + 1));
        const std::string text = text::in_lower_case(std::string(text::stripped(one)));
        if (!text.starts_with(name))
            continue;
        long seconds = 0;
        const char* const end = text.data() + text.size();
        const auto [after, error] = std::from_chars(text.data() + name.size(), end, seconds);
        if (error == std::errc() && after == end && seconds > 0)
            return std::chrono::seconds(std::min(seconds, max_seconds));
    }
    return std::nullopt;
}

}
