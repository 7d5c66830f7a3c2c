// Implements /mcp, the command for the MCP servers of a chat.

#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/servers/sign_in.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;
using agent::mcp::Server;
using agent::mcp::ServerSource;

static std::string state_of(const ServerSource::Shown& server)
{
    if (server.is_signing_in)
        return "waits for a sign-in";
    switch (server.state) {
    case Server::State::starting: return "starts";
    case Server::State::ready: return "runs";
    case Server::State::down: return "is down: " + server.why_down;
    case Server::State::resting: break;
    }
    if (!server.pause.empty())
        return "is not started: " + server.pause;
    return server.why_down.empty() ? "has not been needed yet"
                                   : "is not running: it " + server.why_down;
}

static std::string line_about(ServerSource& all, const ServerSource::Shown& server)
{
    std::string line = server.name + " " + state_of(server) + ", " + std::to_string(server.tools)
        + (server.tools == 1 ? " tool" : " tools");
    const std::string sign_in
        = servers::sign_in_text_of(servers::sign_in_state_of(all.entry_named(server.name)));
    return line + (sign_in.empty() ? "\n" : "; " + sign_in + "\n");
}

static void show_servers(ChatEngine& talk, ServerSource* all)
{
    std::string text;
    if (all != nullptr)
        for (const auto& server : all->shown())
            text += line_about(*all, server);
    talk.reply(text.empty() ? "no MCP servers are configured\n" : text);
}

static void show_server(ChatEngine& talk, ServerSource& all, const std::string& name)
{
    for (const auto& server : all.shown())
        if (server.name == name)
            talk.reply(line_about(all, server));
}

// Waits for an event of the servers, and continues their work unless the operator interrupts.
static void step_servers(ChatEngine& talk, ServerSource& all)
{
    system::Watch watch;
    all.watch(watch);
    watch.readable(talk.cancel.descriptor());
    watch.wait();
    if (!talk.cancel.is_set())
        all.step();
}

// Waits until the server has started or failed and its sign-in has ended. The operator can
// interrupt.
static void wait_for_server(ChatEngine& talk, ServerSource& all, const std::string& name)
{
    while (all.is_preparing(name) && !talk.cancel.is_set())
        step_servers(talk, all);
    all.leave_sign_in(name);
    talk.cancel.reset();
}

static void sign_out_of(ChatEngine& talk, ServerSource& all, const std::string& name)
{
    const auto& entry = all.entry_named(name);
    while (all.is_renewing(name)) {
        step_servers(talk, all);
        talk.cancel.check();
    }
    const auto ended = servers::sign_out(entry, {talk.redaction, talk.audit, talk.cancel});
    if (!ended)
        return talk.reply("not signed in to " + name + "\n");
    if (ended->failure)
        talk.observer.note(*ended->failure);
    all.forget_token(name);
    talk.reply("signed out: " + name + "\n");
}

void manage_servers(ChatEngine& talk, const std::string& words)
{
    ServerSource* const all = talk.ready_engine().mcp_servers();
    if (words.empty())
        return show_servers(talk, all);
    const std::size_t gap = std::min(words.find(' '), words.size());
    const std::string verb = words.substr(0, gap);
    const std::string name(text::stripped(words.substr(gap)));
    if ((verb != "login" && verb != "logout" && verb != "retry") || name.empty())
        throw ToolError(Code::bad_request, "/mcp is followed by login, logout or retry and a name",
            "/mcp alone lists the servers");
    if (all == nullptr)
        throw ToolError(Code::not_found, "no MCP servers are configured");
    const host::BusyWith working(talk.inbox, host::Inbox::Busy::turn); // it can be interrupted
    if (verb == "logout")
        return sign_out_of(talk, *all, name);
    if (verb == "login")
        all->sign_in(name);
    else
        all->retry(name);
    wait_for_server(talk, *all, name);
    show_server(talk, *all, name);
}

}
