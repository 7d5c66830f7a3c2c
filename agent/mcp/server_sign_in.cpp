#include "agent/mcp/server_sign_in.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace std::chrono_literals;

bool ServerSignIn::may_begin(const std::string& tool) const
{
    constexpr std::ptrdiff_t max_in_an_hour = 2;
    if (!is_possible())
        return false;
    const auto found = begun.find(tool);
    return found == begun.end()
        || std::count_if(found->second.begin(), found->second.end(),
               [](Clock::time_point time) { return time + 1h > Clock::now(); })
        < max_in_an_hour;
}

void ServerSignIn::count(const std::string& tool)
{
    constexpr std::size_t max_kept = 2;
    auto& times = begun[tool];
    times.push_back(Clock::now());
    if (times.size() > max_kept)
        times.pop_front();
    counted_in = &times;
}

// Allows another sign-in soon if this one failed before a person was asked, for instance because a
// server did not respond.
void ServerSignIn::count_for_a_minute()
{
    if (counted_in != nullptr)
        counted_in->back() = Clock::now() - 59min;
}

void ServerSignIn::begin_for_operator()
{
    counted_in = nullptr;
    of_call = false;
    number = prompter->begin({entry});
}

void ServerSignIn::begin(calls::CallId call, const std::string& tool, const std::string& scopes)
{
    constexpr std::size_t max_scopes_shown = 200;
    count(tool);
    of_call = call != 0;
    number = prompter->begin(
        {entry, call, text::shortened(text::printable(scopes), max_scopes_shown)});
}

std::optional<SignInEnd> ServerSignIn::take_end()
{
    if (!is_open())
        return std::nullopt;
    auto end = prompter->take(number);
    if (end)
        number = 0;
    if (end && !end->was_asked)
        count_for_a_minute();
    return end;
}

void ServerSignIn::withdraw()
try {
    if (is_open())
        prompter->withdraw(std::exchange(number, 0));
} catch (const ToolError&) { // the client has disconnected
}

void ServerSignIn::watch(system::Watch& watch) const
{
    if (is_open())
        prompter->watch(number, watch);
}

void ServerSignIn::step()
{
    if (is_open())
        prompter->step(number);
}

}
