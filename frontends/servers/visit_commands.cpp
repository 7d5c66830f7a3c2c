#include "frontends/servers/visit_commands.hpp"
#include "frontends/servers/servers_options.hpp"

#include "agent/mcp/call_result.hpp"
#include "agent/mcp/content_text.hpp"
#include "agent/mcp/definitions.hpp"
#include "agent/mcp/pin_store.hpp"
#include "agent/mcp/sandbox_hints.hpp"
#include "frontends/servers/list_commands.hpp"
#include "frontends/servers/login_commands.hpp"
#include "frontends/servers/pin_commands.hpp"
#include "frontends/servers/visit.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/servers/question_prompters.hpp"
#include "runner/servers/sign_in.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace frontends::servers {

using namespace runner::servers;
using namespace runner;

using options::Command;

namespace {

constexpr int done = 0;
constexpr int failed = 1;

void print_redacted(const VisitSetting& by, const Json& json)
{
    terminal::print_json(by.redaction.redact_json(json));
}

void print_redacted(const VisitSetting& by, const std::string& text)
{
    terminal::print(terminal::for_terminal(by.redaction.redact(text)) + "\n");
}

agent::mcp::Definitions definitions_of(const Visit& visit)
{
    return agent::mcp::definitions_of(visit.server().tools(), visit.server().entry(), {});
}

// Returns true if the tool is as pinned, or nothing is pinned.
bool is_as_pinned(const std::optional<agent::mcp::Pins>& pins, const agent::mcp::ServerTool& tool)
{
    return !pins
        || std::any_of(pins->tools.begin(), pins->tools.end(), [&](const agent::mcp::Pin& pin) {
               return pin.name == tool.own_name && pin.sha256 == tool.definition_sha256;
           });
}

ToolError not_as_pinned(const agent::mcp::ServerEntry& entry, const std::string& tool)
{
    return {Code::permission_denied,
        text::in_quotes(tool) + " was not called: the server does not show it as it is pinned",
        "'agentcli mcp approve " + entry.name + "' shows the difference"};
}

int print_tools(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const Visit visit(entry, {}, by.redaction, by.cancel);
    const auto definitions = definitions_of(visit);
    const auto pins = agent::mcp::PinStore().find(entry.hash);
    Json list = Json::array();
    std::string text;
    for (const auto& tool : definitions.tools) {
        list.push_back({{"name", tool.name}, {"ownName", text::printable(tool.own_name)},
            {"description", tool.description}, {"schema", tool.schema},
            {"changesFiles", tool.changes_files}, {"annotations", tool.annotations}});
        if (!is_as_pinned(pins, tool))
            list.back()["withheld"] = true;
        text += (text.empty() ? "" : "\n") + tool.name
            + (is_as_pinned(pins, tool) ? "  " : "  (withheld: not as pinned) ")
            + tool.description.substr(0, tool.description.find('\n'));
    }
    Json lost = Json::array();
    for (const auto& [name, why] : definitions.lost) {
        lost.push_back({{"name", name}, {"why", why}});
        text += (text.empty() ? "" : "\n") + name + ": not offered: " + why;
    }
    if (by.options.json)
        print_redacted(by, Json {{"tools", std::move(list)}, {"lost", std::move(lost)}});
    else if (!text.empty())
        print_redacted(by, text);
    return done;
}

int print_answer(const VisitSetting& by, const calls::ToolAnswer& answer)
{
    print_redacted(by, answer.content);
    return answer.failure.empty() ? done : failed;
}

Visit::Prompters prompters_of(const VisitSetting& by)
{
    const std::string& words = by.options.own.of<ServersOptions>().answers;
    if (!words.empty())
        return {prompter_of_words(words), {}};
    return {prompter_at_terminal(by.cancel),
        sign_ins_at_terminal(
            [by](const agent::mcp::ServerEntry& server) { log_in_beside_output(by, server); },
            by.cancel)};
}

Json arguments_in(const std::string& text)
{
    json::JsonRules rules;
    rules.repeated = json::RepeatedNames::refused;
    rules.subject = "the arguments";
    Json arguments = json::parse_json(text, rules);
    if (!arguments.is_object())
        throw ToolError(Code::bad_request, "the arguments are not a JSON object");
    return arguments;
}

int call_tool(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const auto& words = by.options.words;
    const Json arguments = arguments_in(words.size() > 2 ? words[2] : "{}");
    Visit visit(entry, prompters_of(by), by.redaction, by.cancel);
    const auto pins = agent::mcp::PinStore().find(entry.hash);
    const auto definitions = definitions_of(visit);
    const auto tool = std::find_if(definitions.tools.begin(), definitions.tools.end(),
        [&](const auto& one) { return one.own_name == words[1] || one.name == words[1]; });
    if (tool == definitions.tools.end())
        throw ToolError(Code::not_found, "the server has no tool " + text::in_quotes(words[1]),
            "'agentcli mcp tools " + entry.name + "' lists them");
    if (!is_as_pinned(pins, *tool))
        throw not_as_pinned(entry, tool->own_name);
    visit.on_new_list = [&] { // it can change until the call is sent
        const auto now = definitions_of(visit).tools;
        if (std::none_of(now.begin(), now.end(), [&](const auto& one) {
                return one.own_name == tool->own_name
                    && one.definition_sha256 == tool->definition_sha256;
            }))
            throw not_as_pinned(entry, tool->own_name);
    };
    const Json result
        = visit.request("tools/call", {{"name", tool->own_name}, {"arguments", arguments}},
            tool->name, agent::mcp::fields_of(tool->mirrored, arguments));
    if (by.options.json) {
        print_redacted(by, result);
        return json::member(result, "isError") == true ? failed : done;
    }
    agent::calls::ResultFiles files(std::filesystem::current_path().string());
    const agent::mcp::ResultContext context {.server = entry.name,
        .files = files,
        .redaction = by.redaction,
        .is_confined = !entry.launcher.empty(),
        .hint = agent::mcp::hint_for_denied_write(entry)};
    return print_answer(by, agent::mcp::answer_of(result, *tool, context));
}

int read_resource(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    Visit visit(entry, prompters_of(by), by.redaction, by.cancel);
    const Json result
        = visit.request("resources/read", {{"uri", by.options.words[1]}}, by.options.words[1]);
    if (by.options.json) {
        print_redacted(by, result);
        return done;
    }
    agent::calls::ResultFiles files(std::filesystem::current_path().string());
    return print_answer(
        by, agent::mcp::answer_of_resource(result, {entry.name, files, by.redaction}));
}

Json prompt_arguments(const std::vector<std::string>& words)
{
    Json arguments = Json::object();
    for (std::size_t index = 2; index < words.size(); ++index) {
        const std::size_t equals = words[index].find('=');
        if (equals == std::string::npos || equals == 0)
            throw ToolError(Code::bad_request, text::in_quotes(words[index]) + " is not KEY=VALUE");
        arguments[words[index].substr(0, equals)] = words[index].substr(equals + 1);
    }
    return arguments;
}

int print_prompt(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const auto& words = by.options.words;
    const Json arguments = prompt_arguments(words);
    Visit visit(entry, prompters_of(by), by.redaction, by.cancel);
    const Json result
        = visit.request("prompts/get", {{"name", words[1]}, {"arguments", arguments}}, words[1]);
    print_redacted(by, by.options.json ? result : agent::mcp::messages_of_prompt(result));
    return done;
}

int visit_one(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    static const std::map<options::Command,
        int (*)(const VisitSetting&, const agent::mcp::ServerEntry&)>
        commands {{"mcp tools", print_tools}, {"mcp call", call_tool}, {"mcp read", read_resource},
            {"mcp prompt", print_prompt}, {"mcp approve", approve_pins}, {"mcp warm", warm_server},
            {"mcp login", log_in}, {"mcp logout", log_out}};
    return commands.at(by.options.command)(by, entry);
}

}

static bool is_url(const options::Options& options)
{
    const bool needs_entry = options.command == "mcp approve" || options.command == "mcp forget"
        || options.command == "mcp warm";
    return !needs_entry && !options.words.empty()
        && (options.words.front().starts_with("http://")
            || options.words.front().starts_with("https://"));
}

// Finds the servers. `mcp approve` first asks about the workspace, if its server needs an answer.
static ConfiguredServers find_visited(const options::Options& options, system::Cancel& cancel)
{
    const auto find = [&] {
        return find_servers(
            options, [&] { return manifest::choose_manifest(options.tools).launcher; },
            options.command == "mcp warm" ? options.words.front() : "");
    };
    ConfiguredServers configured = find();
    if (options.command == "mcp approve"
        && ask_about_workspace(server_named(configured, options.words.front()), cancel))
        return find();
    return configured;
}

int run_mcp_visit(
    const options::Options& given, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    if (given.command == "mcp client-metadata")
        return print_client_metadata(given.words.front());
    const bool has_url = is_url(given);
    ConfiguredServers configured
        = has_url ? server_at(given.words.front(), given) : find_visited(given, cancel);
    for (auto& server : configured.servers)
        if (server.entry)
            server.entry->ca_file = given.ca_file;
    options::Options options = given;
    if (has_url)
        options.words.front() = configured.servers.front().given.name;
    const redaction::Redaction redaction(with_secrets_of(configured, secrets));
    const VisitSetting by {options, redaction, cancel};
    for (const auto& note : configured.notes)
        terminal::print_note(redaction.redact(note));
    if (options.command == "mcp check")
        return check_servers(by, configured);
    if (options.command == "mcp prompts")
        return list_prompts(by, configured);
    if (options.command == "mcp resources")
        return list_resources(by, configured);
    if (options.command == "mcp forget")
        return forget_server(server_named(configured, options.words.front()));
    const agent::mcp::ServerEntry& entry = entry_named(configured, options.words.front());
    try {
        return visit_one(by, entry);
    } catch (const ToolError& error) {
        if (error.code == Code::bad_request || error.code == Code::not_found)
            throw;
        terminal::print_note(redaction.redact(terminal::one_line(error)));
        return failed;
    }
}

}
