#include "frontends/servers/visit.hpp"

#include "agent/mcp/failed_starts.hpp"
#include "agent/mcp/server_entry.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <utility>

namespace frontends::servers {

using namespace runner;

using State = ConfiguredServer::State;

bool is_in_use(const ConfiguredServer& server)
{
    return server.state == State::ready || server.state == State::unanswered
        || server.state == State::faulty;
}

static std::string names_of(const ConfiguredServers& configured)
{
    std::string names;
    for (const auto& server : configured.servers)
        if (server.state != State::replaced)
            names += (names.empty() ? "" : ", ") + server.given.name;
    return names;
}

const agent::mcp::ServerEntry& entry_named(
    const ConfiguredServers& configured, const std::string& name)
{
    const ConfiguredServer& server = server_named(configured, name);
    if (server.problem)
        throw ToolError(*server.problem);
    if (server.state == State::disabled)
        throw ToolError(Code::bad_request, "the server " + text::in_quotes(name) + " is disabled");
    if (server.state == State::untrusted)
        throw ToolError(Code::bad_request,
            "the server " + text::in_quotes(name) + " of ./.mcp.json is not trusted",
            "'agentcli trust .mcp.json' shows it");
    return *server.entry;
}

const ConfiguredServer& server_named(const ConfiguredServers& configured, const std::string& name)
{
    for (const auto& server : configured.servers)
        if (is_called(server.given, name) && server.state != State::replaced)
            return server;
    const std::string names = names_of(configured);
    throw ToolError(Code::not_found,
        "no server " + text::in_quotes(text::printable(name)) + " is configured",
        names.empty() ? "--mcp FILE names a file with servers" : "the servers are " + names);
}

static agent::mcp::ServerQuestions::Dependencies questions_of(
    std::shared_ptr<agent::mcp::QuestionPrompter> prompter,
    const agent::mcp::SecretArguments& secrets, const agent::mcp::ServerEntry& entry)
{
    return {std::move(prompter), {}, [&secrets, &entry](const Json& content) {
                return !entry.has_network || entry.sends_secrets
                    || secrets.kinds_in(content).empty();
            }};
}

Visit::Visit(const agent::mcp::ServerEntry& entry, Prompters prompters,
    const redaction::Redaction& redaction, system::Cancel& cancel)
    : redaction(redaction)
    , cancel(cancel)
    , visited(entry,
          {agent::mcp::roots_of(entry, std::filesystem::current_path().string()),
              prompters.questions ? prompters.questions->modes() : agent::mcp::QuestionModes(), {},
              {}})
    , secrets(redaction, visited.entry())
    , calls(visited, questions_of(std::move(prompters.questions), secrets, visited.entry()),
          std::move(prompters.sign_ins))
{
    visited.start();
    wait([&] { return visited.state() == agent::mcp::Server::State::ready; });
    agent::mcp::FailedStarts().remove(entry.hash);
}

Visit::~Visit()
{
    visited.end();
    while (!visited.is_over()) {
        system::Watch watch;
        visited.watch(watch);
        watch.wait();
        visited.step();
    }
}

void Visit::take_events()
{
    for (auto& event : visited.take_events()) {
        if (event.kind == agent::mcp::ServerEvent::unreadable)
            terminal::print_note(
                redaction.redact(agent::mcp::unreadable_note(visited.entry().name, event.why)));
        else if (event.kind == agent::mcp::ServerEvent::ended)
            ends.push_back(std::move(event));
        else if (on_new_list)
            on_new_list();
    }
}

// If the server exits, the command ends, unless a call is made in its next session.
void Visit::look_at_ends()
{
    constexpr std::size_t max_shown = 2 << 10;
    for (const auto& event : std::exchange(ends, {})) {
        if (visited.state() == agent::mcp::Server::State::starting || calls.sign_in().is_open())
            continue;
        if (event.needs_sign_in && calls.sign_in().may_begin("")) {
            calls.sign_in().begin(0, "", "");
            continue;
        }
        std::string errors = redaction.redact(event.errors);
        if (errors.size() > max_shown)
            errors.erase(0, errors.size() - max_shown);
        const std::string tail
            = errors.empty() ? "" : "its stderr ends: " + text::printable(errors);
        throw ToolError(Code::io_error,
            "the server " + text::in_quotes(visited.entry().name) + " " + event.why,
            event.hint + (event.hint.empty() || tail.empty() ? "" : "; ") + tail);
    }
}

void Visit::wait(const std::function<bool()>& is_done)
{
    for (;;) {
        visited.step();
        take_events();
        calls.step();
        if (const auto* link = visited.connection(); link != nullptr)
            dropped = link->dropped_lines();
        if (is_done())
            return;
        look_at_ends();
        if (const auto end = calls.take_sign_in_end(); end && !end->is_signed_in)
            throw ToolError(Code::permission_denied,
                "not signed in to " + text::in_quotes(visited.entry().name) + ": " + end->text);
        if (cancel.is_set())
            throw ToolError(Code::internal, "interrupted");
        system::Watch watch;
        visited.watch(watch);
        calls.watch(watch);
        watch.readable(cancel.descriptor());
        watch.wait();
    }
}

Json Visit::request(const std::string& method, const Json& params, const std::string& name,
    agent::mcp::HttpFields fields)
{
    calls.begin({0, method, params, name, std::move(fields)});
    agent::mcp::ServerCalls::Ended ended;
    wait([&] { return !(ended = calls.take_ended()).empty(); });
    agent::mcp::ServerOutcome& outcome = ended.front().second;
    if (outcome.error)
        throw ToolError(*outcome.error);
    return std::move(outcome.result);
}

}
