// Commands of the operator for servers: sign in, sign out, retry.

#include "agent/mcp/server_source.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

std::vector<ServerSource::Shown> ServerSource::shown() const
{
    std::vector<Shown> all;
    for (const auto& served : servers) {
        Shown one {
            served->server.entry().name, served->server.state(), served->server.why_down(), 0};
        for (const auto& tool : served->tools.offered())
            one.tools += !settings.is_chosen || settings.is_chosen(*tool) ? 1 : 0;
        if (served->next_try)
            one.pause = served->pause;
        one.is_signing_in = served->calls.sign_in().is_open();
        all.push_back(std::move(one));
    }
    return all;
}

ServerSource::Served& ServerSource::served_named(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& served : servers) {
        if (served->server.entry().name == name)
            return *served;
        names.push_back(served->server.entry().name);
    }
    throw ToolError(Code::not_found, "no MCP server " + text::in_quotes(name) + " is in use",
        text::did_you_mean(name, names));
}

const ServerEntry& ServerSource::entry_named(const std::string& name)
{
    return served_named(name).server.entry();
}

void ServerSource::sign_in(const std::string& name)
{
    ServerSignIn& sign_in = served_named(name).calls.sign_in();
    if (!sign_in.is_possible())
        throw ToolError(Code::bad_request,
            "the MCP server " + text::in_quotes(name) + " cannot be signed in to here",
            "it is used over stdio, or its entry has 'oauth': false or the header 'Authorization'");
    const Stepping stepping(is_stepping);
    if (!sign_in.is_open())
        sign_in.begin_for_operator();
}

bool ServerSource::is_renewing(const std::string& name)
{
    return served_named(name).calls.is_renewing();
}

void ServerSource::leave_sign_in(const std::string& name)
{
    served_named(name).calls.sign_in().withdraw();
}

void ServerSource::forget_token(const std::string& name)
{
    Served& served = served_named(name);
    served.server.end();
    served.server.take_token();
}

void ServerSource::retry(const std::string& name)
{
    Served& served = served_named(name);
    settings.failures.remove(served.server.entry().hash);
    served.next_try.reset();
    served.server.start_now();
}

bool ServerSource::is_preparing(const Served& served)
{
    return served.calls.sign_in().is_open() || served.server.state() == Server::State::starting;
}

bool ServerSource::is_preparing(const std::string& name)
{
    return is_preparing(served_named(name));
}

bool ServerSource::is_preparing() const
{
    return std::any_of(
        servers.begin(), servers.end(), [](const auto& served) { return is_preparing(*served); });
}

// Begins a sign-in at a server that requires one to start; only the first time.
void ServerSource::sign_in_at_start(Served& served)
{
    ServerSignIn& sign_in = served.calls.sign_in();
    if (!has_started || served.was_asked || !served.server.needs_sign_in()
        || !sign_in.asks_at_start())
        return;
    served.was_asked = true;
    if (!sign_in.is_open() && sign_in.may_begin(""))
        sign_in.begin(0, "", "");
}

// Reports the end of a sign-in to the operator.
void ServerSource::take_sign_in(Served& served)
{
    const auto end = served.calls.take_sign_in_end();
    if (!end)
        return;
    by.note(by.redaction.redact(served.server.entry().name + ": "
        + (end->is_signed_in ? "" : "not signed in: ") + text::for_decision(end->text)));
    if (end->is_signed_in)
        served.next_try.reset();
}

}
