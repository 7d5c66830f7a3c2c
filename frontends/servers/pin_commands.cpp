#include "frontends/servers/pin_commands.hpp"

#include "agent/audit/audit.hpp"
#include "agent/mcp/definitions.hpp"
#include "agent/mcp/pin_store.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/server_tools.hpp"
#include "frontends/servers/visit.hpp"
#include "runner/servers/servers_command.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/servers/workspace_access.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

namespace frontends::servers {

using namespace runner;

namespace {

agent::mcp::Pins pins_of(const Visit& visit)
{
    const agent::mcp::Server& server = visit.server();
    return agent::mcp::pins_seen(server.entry().name, server.introduction(), server.tools());
}

bool is_accepted(
    const VisitSetting& by, const agent::mcp::Pins& pinned, const agent::mcp::Pins& seen)
{
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        throw ToolError(Code::bad_request, "there is no terminal to show the difference on",
            "'agentcli mcp forget' has the next list pinned without a look");
    const auto rows
        = [&](std::size_t columns) { return agent::mcp::difference_rows(pinned, seen, columns); };
    const auto verdict = terminal::show_and_ask(*terminal,
        {"the MCP server " + seen.server + " shows other tools than were pinned:", rows,
            "offer them from now on? y(es), n(o)"},
        by.cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

void write_approved(const VisitSetting& by, const agent::mcp::Pins& seen)
{
    audit::Audit audit(
        by.redaction, [](const std::string& text) { terminal::print_note(text); }, by.options.audit,
        ".");
    Json tools = Json::array();
    for (const auto& pin : seen.tools)
        tools.push_back({{"name", text::printable(pin.name)}, {"sha256", pin.sha256}});
    audit.write_server(
        {{"server", seen.server}, {"state", "approved"}, {"tools", std::move(tools)}});
    audit.end({"answered", 0, 0, ""});
}

std::string state_of_pins(
    const std::optional<agent::mcp::Pins>& pinned, const agent::mcp::Pins& seen)
{
    return !pinned                                      ? "not pinned yet"
        : agent::mcp::compared(*pinned, seen).is_same() ? "as pinned"
                                                        : "other than pinned";
}

// Returns the tools of the server that are not offered, with the reasons.
Json not_offered(const agent::mcp::Definitions& definitions,
    const std::optional<agent::mcp::Pins>& pinned, const agent::mcp::Pins& seen)
{
    Json list = Json::array();
    for (const auto& [name, why] : definitions.lost)
        list.push_back({{"name", name}, {"why", why}});
    if (!pinned)
        return list;
    const auto comparison = agent::mcp::compared(*pinned, seen);
    const auto add = [&](const std::vector<std::string>& names, const char* why) {
        for (const auto& name : names)
            list.push_back({{"name", text::printable(name)}, {"why", why}});
    };
    add(comparison.changed, "it is not as pinned");
    add(comparison.added, "it is not pinned");
    return list;
}

// Starts a server and returns the row of `mcp check` about it.
Json checked(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const Visit visit(entry, {}, by.redaction, by.cancel);
    const agent::mcp::Server& server = visit.server();
    const auto definitions = agent::mcp::definitions_of(server.tools(), entry, {});
    const auto pinned = agent::mcp::PinStore().find(entry.hash);
    const agent::mcp::Pins seen = pins_of(visit);
    Json json {{"name", entry.name}, {"ok", true},
        {"server", toolkit::mcp::implementation_named_in(server.introduction().info)},
        {"protocol", text::printable(server.introduction().version)},
        {"era", agent::mcp::name_of(server.introduction().era)},
        {"transport", entry.url.empty() ? "stdio" : "http"}, {"sandbox", entry.sandbox},
        {"report", server.sandbox_report()}, {"tools", definitions.tools.size()},
        {"notOffered", not_offered(definitions, pinned, seen)},
        {"bytes", server.tools().dump().size()}, {"pins", state_of_pins(pinned, seen)}};
    if (Json state = sign_in_state_of(entry); !state.is_null())
        json["signIn"] = std::move(state);
    if (visit.dropped_lines() > 0)
        json["droppedLines"] = visit.dropped_lines();
    return json;
}

std::string text_of(const Json& check)
{
    const std::string name = check.at("name");
    if (!check.at("ok"))
        return name + ": " + check.at("error").get<std::string>();
    std::string text = name + ": good\n  " + check.at("server").get<std::string>() + ", protocol "
        + check.at("protocol").get<std::string>() + " (" + check.at("era").get<std::string>()
        + ") over " + check.at("transport").get<std::string>()
        + "\n  tools: " + std::to_string(check.at("tools").get<std::size_t>()) + ", "
        + std::to_string(check.at("bytes").get<std::size_t>()) + " bytes, "
        + check.at("pins").get<std::string>();
    for (const Json& tool : check.at("notOffered"))
        text += "\n  not offered: " + tool.at("name").get<std::string>() + ": "
            + tool.at("why").get<std::string>();
    if (check.contains("droppedLines"))
        text += "\n  it prints lines that are no messages: "
            + std::to_string(check.at("droppedLines").get<std::size_t>());
    if (check.contains("signIn"))
        if (const auto line = sign_in_text_of(check.at("signIn")); !line.empty())
            text += "\n  " + line;
    const std::string sandbox = check.at("sandbox");
    text += sandbox.empty() ? "" : "\n  sandbox: " + sandbox;
    for (const Json& path : json::member(check, "paths"))
        text += "\n  " + path.at("kind").get<std::string>() + ": "
            + path.at("text").get<std::string>();
    return text;
}

}

int approve_pins(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const Visit visit(entry, {}, by.redaction, by.cancel);
    const agent::mcp::Pins seen = pins_of(visit);
    const agent::mcp::PinStore store;
    const auto pinned = store.find(entry.hash);
    if (pinned && agent::mcp::compared(*pinned, seen).is_same()) {
        terminal::print_note("the server shows what is pinned");
        return 0;
    }
    if (pinned && !is_accepted(by, *pinned, seen)) {
        terminal::print_note("nothing is approved");
        return 1;
    }
    write_approved(by, seen);
    store.keep(entry.hash, seen);
    terminal::print("pinned: the tools of " + entry.name + "\n");
    return 0;
}

int forget_server(const ConfiguredServer& server)
{
    const std::string workspace = real_workspace();
    const std::string cache = cache_of(server.given, workspace);
    bool has_forgotten = agent::mcp::PinStore().forget(server.given.hash);
    has_forgotten |= forget_answer(server.given, workspace);
    std::error_code error;
    if (!cache.empty())
        has_forgotten |= std::filesystem::remove_all(cache, error) > 0;
    if (error)
        throw ToolError(Code::io_error,
            "the cache " + text::in_quotes(cache) + " can't be removed: " + error.message());
    if (!has_forgotten)
        terminal::print_note("nothing was kept about it");
    return has_forgotten ? 0 : 1;
}

// The cache may contain data that the server has read in its usual sandbox, without the network.
// The sandbox for downloads has the network, and could send it.
static void check_cache_is_empty(const agent::mcp::ServerEntry& entry)
{
    std::error_code error;
    if (entry.cache.empty() || std::filesystem::is_empty(entry.cache, error)
        || error == std::errc::no_such_file_or_directory)
        return;
    throw ToolError(Code::permission_denied,
        "the MCP server " + text::in_quotes(entry.name)
            + " is not started with the network: its cache is not empty, and may contain what it "
              "has read without",
        "'agentcli mcp forget " + entry.name + "' empties the cache");
}

int warm_server(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    if (!entry.url.empty())
        throw ToolError(Code::bad_request,
            "the server " + text::in_quotes(entry.name) + " is used over HTTP: it has no cache");
    check_cache_is_empty(entry);
    constexpr std::chrono::minutes time_to_download {10};
    agent::mcp::ServerEntry patient = entry;
    patient.start_timeout
        = std::max<std::chrono::milliseconds>(entry.start_timeout, time_to_download);
    try {
        const Visit visit(patient, {}, by.redaction, by.cancel);
    } catch (const ToolError& error) {
        std::error_code ignored;
        const bool is_empty
            = entry.cache.empty() || std::filesystem::is_empty(entry.cache, ignored);
        if (is_empty || ignored || by.cancel.is_set())
            throw;
        throw ToolError(error.code, error.message + ", after it had downloaded something",
            "if that is incomplete, 'agentcli mcp forget " + entry.name + "' removes it"
                + (error.hint.empty() ? "" : "; " + error.hint));
    }
    terminal::print("warm: " + entry.name + "\n");
    return 0;
}

bool ask_about_workspace(const ConfiguredServer& server, system::Cancel& cancel)
{
    if (server.state != ConfiguredServer::State::unanswered)
        return false;
    const auto terminal = terminal::Terminal::find();
    const auto access = terminal
        ? ask_workspace_access(*terminal, server.given.name, server.asked_about, cancel)
        : std::nullopt;
    if (!access)
        throw ToolError(*server.problem);
    keep_answer(server.given, real_workspace(), *access);
    return true;
}

int check_servers(const VisitSetting& by, const ConfiguredServers& configured)
{
    Json checks = Json::array();
    bool is_good = true;
    for (const auto& server : configured.servers) {
        const std::string& name = server.given.name;
        const bool is_meant = by.options.words.empty()
            ? is_in_use(server)
            : is_called(server.given, by.options.words.front());
        if (!is_meant || server.state == ConfiguredServer::State::replaced)
            continue;
        try {
            checks.push_back(checked(by, entry_named(configured, name)));
            for (const auto& finding : server.findings)
                checks.back()["paths"].push_back(
                    {{"kind", name_of(finding.kind)}, {"text", finding.text}});
        } catch (const ToolError& error) {
            is_good = false;
            checks.push_back({{"name", name}, {"ok", false}, {"error", terminal::one_line(error)}});
        }
    }
    if (checks.empty() && !by.options.words.empty())
        entry_named(configured, by.options.words.front()); // throws
    std::string text;
    for (const auto& check : checks)
        text += text_of(check) + "\n";
    if (by.options.json)
        terminal::print_json(by.redaction.redact_json({{"servers", std::move(checks)}}));
    else
        terminal::print(terminal::for_terminal(by.redaction.redact(text)));
    return is_good ? 0 : 1;
}

}
