// Lets calls wait for a sign-in.

#include "agent/mcp/server_calls.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

// Begins a sign-in for a call that the server refused, or lets the call wait for the open sign-in.
// Returns false if no person can be asked.
bool ServerCalls::begin_sign_in(Running& running, const std::string& scopes)
{
    const std::string tool = scopes.empty() ? "" : running.call.name;
    bool& has_waited
        = scopes.empty() ? running.has_waited_for_token : running.has_waited_for_scopes;
    if (has_waited || (!its_sign_in.is_open() && !its_sign_in.may_begin(tool)))
        return false;
    running.awaits_sign_in = true;
    running.request = 0; // a refused request had no effect
    if (!its_sign_in.is_open()) { // the open sign-in of another call may request other access
        has_waited = true;
        its_sign_in.begin(running.call.id, tool, scopes);
    }
    return true;
}

bool ServerCalls::is_renewing() const
{
    return server.credentials() != nullptr && server.credentials()->is_busy();
}

void ServerCalls::step_sign_in()
{
    if (!its_sign_in.is_open())
        return;
    if (is_renewing())
        return server.credentials()->step();
    its_sign_in.step();
    auto end = its_sign_in.take_end();
    if (!end)
        return;
    try {
        server.take_token();
    } catch (const ToolError& error) {
        *end = {false, error.message};
    }
    if (end->is_signed_in)
        server.start_now();
    end_sign_in(*end);
    sign_in_end = std::move(end);
}

void ServerCalls::end_sign_in(const SignInEnd& end)
{
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (!running->awaits_sign_in)
            continue;
        running->awaits_sign_in = false;
        running->begun = Clock::now();
        if (!end.is_signed_in)
            fail(running,
                {Code::permission_denied,
                    title(*running) + " was not made: it needs a sign-in, and " + end.reason,
                    "do without it; the operator runs '" + server.credentials()->login_command()
                        + "'"});
    }
}

// Abandons a sign-in that was begun for a call if no other call waits for it.
void ServerCalls::leave_sign_in(Running& running)
{
    if (!std::exchange(running.awaits_sign_in, false) || !its_sign_in.is_of_call())
        return;
    if (std::none_of(
            calls.begin(), calls.end(), [](const Running& other) { return other.awaits_sign_in; }))
        its_sign_in.withdraw();
}

}
