#include "runner/servers/servers_command.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::servers {

using State = ConfiguredServer::State;

namespace {

std::string explanation_of(const ConfiguredServer& server)
{
    switch (server.state) {
    case State::ready: return "ready";
    case State::disabled: return "disabled";
    case State::untrusted: return "not trusted: 'agentcli trust .mcp.json' shows it";
    case State::unanswered: return "not started: " + terminal::one_line(*server.problem);
    case State::replaced: return "not used: a server of this name that counts more is configured";
    case State::faulty: break;
    }
    return terminal::one_line(*server.problem);
}

std::string text_of(const ConfiguredServer& server)
{
    std::string text = server.given.name + ": " + explanation_of(server) + "\n";
    if (server.given.name != server.given.written_name)
        text += "  written " + text::in_quotes(server.given.written_name) + "\n";
    text += "  " + transport_of(server.given) + ", in " + text::in_quotes(server.given.source)
        + ", sha256 " + server.given.hash + "\n";
    if (!server.sandbox.empty())
        text += "  sandbox: " + server.sandbox + "\n";
    if (server.entry)
        if (const auto line = sign_in_text_of(sign_in_state_of(*server.entry)); !line.empty())
            text += "  " + line + "\n";
    for (const auto& finding : server.findings)
        if (finding.kind != PathFinding::Kind::error) // an error is shown as the server's problem
            text += "  " + text_of(finding) + "\n";
    if (!server.given.ignored.empty())
        text += "  ignored: " + text::name_list(server.given.ignored) + "\n";
    return text;
}

Json json_of(const ConfiguredServer& server)
{
    const GivenServer& given = server.given;
    const bool is_trusted = given.whose == ConfigOrigin::operators || server.state == State::ready
        || server.state == State::unanswered; // asked about after trust
    Json json {{"name", given.name}, {"transport", transport_of(given)},
        {"source", text::printable(given.source)}, {"state", name_of(server.state)},
        {"trusted", is_trusted}};
    if (given.name != given.written_name)
        json["writtenName"] = text::printable(given.written_name);
    if (!server.sandbox.empty())
        json["sandbox"] = server.sandbox;
    json["sha256"] = given.hash;
    if (server.entry)
        if (Json state = sign_in_state_of(*server.entry); !state.is_null())
            json["signIn"] = std::move(state);
    if (!given.ignored.empty())
        json["ignored"] = given.ignored;
    for (const auto& finding : server.findings)
        json["paths"].push_back({{"kind", name_of(finding.kind)}, {"text", finding.text}});
    if (server.problem) {
        json["error"] = server.problem->message;
        json["hint"] = server.problem->hint;
    }
    return json;
}

}

const char* name_of(State state)
{
    switch (state) {
    case State::ready: return "ready";
    case State::disabled: return "disabled";
    case State::untrusted: return "untrusted";
    case State::unanswered: return "unanswered";
    case State::replaced: return "replaced";
    case State::faulty: break;
    }
    return "faulty";
}

const char* name_of(PathFinding::Kind kind)
{
    switch (kind) {
    case PathFinding::Kind::error: return "error";
    case PathFinding::Kind::warning: return "warning";
    case PathFinding::Kind::note: break;
    }
    return "note";
}

std::string text_of(const PathFinding& finding)
{
    return std::string(name_of(finding.kind)) + ": " + finding.text;
}

std::string servers_text(const ConfiguredServers& configured)
{
    std::string text;
    for (const auto& server : configured.servers)
        text += terminal::for_terminal(text_of(server));
    return text;
}

Json servers_json(const ConfiguredServers& configured)
{
    Json list = Json::array();
    for (const auto& server : configured.servers)
        list.push_back(json_of(server));
    return {{"servers", std::move(list)}};
}

int run_mcp_servers(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    const auto configured
        = find_servers(options, [&] { return manifest::choose_manifest(options.tools).launcher; });
    for (const auto& note : configured.notes)
        terminal::print_note(redaction.redact(note));
    if (options.json)
        terminal::print_json(redaction.redact_json(servers_json(configured)));
    else
        terminal::print(redaction.redact(servers_text(configured)));
    const bool is_sound = std::none_of(configured.servers.begin(), configured.servers.end(),
        [](const ConfiguredServer& server) { return server.state == State::faulty; });
    return static_cast<int>(is_sound ? loop::Reason::answered : loop::Reason::failed);
}

}
