#include "frontends/servers/import_command.hpp"

#include "frontends/servers/import_plan.hpp"
#include "frontends/servers/servers_options.hpp"
#include "runner/clients/client_table.hpp"
#include "runner/clients/document.hpp"
#include "runner/clients/server_file.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/servers/config_target.hpp"
#include "runner/servers/workspace_access.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <system_error>

namespace frontends::servers {

using runner::clients::ClientFile;

namespace {

constexpr std::size_t max_import = 16 << 20; // ~/.claude.json contains much more than servers
constexpr const char* kind_of_file = "the configuration of MCP servers";

bool is_there(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

Json document_of(const std::string& text, const std::string& path)
try {
    return runner::clients::with_servers_of_project(
        runner::clients::document_in(text, path), real_workspace());
} catch (const ToolError& error) {
    throw ToolError(Code::bad_request, text::in_quotes(path) + ": " + error.message, error.hint);
}

GivenServers servers_of_client_file(const std::string& path, ConfigOrigin whose)
{
    const std::string text = system::read_found_file(path, kind_of_file, max_import);
    return servers_in_document(document_of(text, path), path, whose);
}

void append(GivenServers& all, GivenServers more)
{
    std::move(more.servers.begin(), more.servers.end(), std::back_inserter(all.servers));
}

GivenServers servers_of_client(
    const std::string& client, const Environment& environment, ConfigOrigin whose)
{
    GivenServers all;
    std::vector<std::string> paths;
    bool is_found = false;
    for (const ClientFile& file : runner::clients::files_of_client(client, environment)) {
        paths.push_back(file.path);
        if (!is_there(file.path))
            continue;
        is_found = true;
        append(all,
            servers_of_client_file(
                file.path, file.is_of_workspace ? ConfigOrigin::anybodys : whose));
    }
    if (!is_found)
        throw ToolError(Code::not_found, client + " has no configuration here",
            "it was looked for in " + text::name_list(paths, std::identity())
                + "; a file can be named, too");
    return all;
}

// Returns true for a file in the workspace, which anybody may have written, although the operator
// names it.
bool is_file_of_workspace(const std::string& path)
{
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    return !error && text::strip_root(real.string(), real_workspace()).has_value();
}

// Returns the servers of a client if the word is the name of one, otherwise those of a file.
GivenServers servers_named(
    const std::string& word, const Environment& environment, ConfigOrigin whose)
{
    const auto& clients = runner::clients::client_names();
    if (text::contains(clients, word))
        return servers_of_client(word, environment, whose);
    if (!is_there(word) && word.find('/') == std::string::npos
        && word.find('.') == std::string::npos)
        throw ToolError(Code::not_found, text::in_quotes(word) + " is neither a client nor a file",
            text::did_you_mean(
                word, clients, "the clients are " + text::name_list(clients, std::identity())));
    const std::string text = system::read_named_file(word, kind_of_file, max_import);
    return servers_in_document(
        document_of(text, word), word, is_file_of_workspace(word) ? ConfigOrigin::anybodys : whose);
}

std::string found_line(const ClientFile& file)
try {
    constexpr std::size_t max_name = 200; // bytes
    const GivenServers given = servers_of_client_file(file.path, ConfigOrigin::anybodys);
    std::vector<std::string> names;
    names.reserve(given.servers.size());
    for (const auto& server : given.servers)
        names.push_back(text::shortened(text::printable(server.written_name), max_name));
    return names.empty() ? "no servers" : text::name_list(names, std::identity());
} catch (const ToolError& error) {
    return terminal::one_line(error);
}

int list_found_files(const Environment& environment, const redaction::Redaction& redaction)
{
    std::string text;
    for (const auto& client : runner::clients::client_names())
        for (const ClientFile& file : runner::clients::files_of_client(client, environment))
            if (is_there(file.path))
                text += client + "  " + file.path + "  " + found_line(file) + "\n";
    if (text.empty())
        terminal::print_note("no configuration of another client was found");
    terminal::print(terminal::for_terminal(redaction.redact(text)));
    return 0;
}

bool is_agreed(const std::string& text, const std::string& target, system::Cancel& cancel)
{
    const auto terminal = terminal::Terminal::find();
    if (!terminal) {
        terminal::print(terminal::for_terminal(text));
        throw ToolError(Code::bad_request, "nothing was added: there is no terminal to ask on",
            "--yes adds what is shown");
    }
    const auto rows = [&](std::size_t columns) {
        terminal::Rows all({columns});
        all.add_lines(text);
        return all.take();
    };
    const auto verdict = terminal::show_and_ask(*terminal,
        {"the MCP servers for " + text::printable(target) + ":", rows, "add them? y(es), n(o)"},
        cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

bool is_all_there(const std::vector<PlannedEntry>& plan)
{
    return std::all_of(plan.begin(), plan.end(),
        [](const PlannedEntry& entry) { return entry.change == PlannedEntry::Change::same; });
}

ConfigTarget target_of(const ServersOptions& own)
{
    if (own.to == "workspace" && own.keeps_secrets)
        throw ToolError(Code::bad_request, "--with-secrets needs --to user",
            "the file of a workspace is read by others");
    if (own.to == "workspace" && own.takes_approvals)
        throw ToolError(Code::bad_request, "--with-approvals needs --to user",
            "the file of a workspace cannot set \"allow\"");
    return own.to == "workspace" ? ConfigTarget::of_workspace() : ConfigTarget::of_user();
}

bool is_written(const std::vector<PlannedEntry>& plan, const GivenServer& server)
{
    return std::any_of(plan.begin(), plan.end(), [&](const PlannedEntry& entry) {
        return entry.name == server.written_name
            && (entry.change == PlannedEntry::Change::added
                || entry.change == PlannedEntry::Change::replaced);
    });
}

// Asks what new servers in the user's file may do with the workspace, if their entries name paths
// there, and stores the answers. Without a terminal or an answer, names the command that asks.
void ask_about_workspace(const std::vector<GivenServer>& servers,
    const ServerFileContext& surroundings, const std::optional<terminal::Terminal>& terminal,
    system::Cancel& cancel)
{
    for (const auto& server : servers) {
        const auto paths = paths_asked_about(server, surroundings);
        if (paths.empty() || answer_kept(server, surroundings.workspace))
            continue;
        const auto access
            = terminal ? ask_workspace_access(*terminal, server.name, paths, cancel) : std::nullopt;
        if (access)
            keep_answer(server, surroundings.workspace, *access);
        else
            terminal::print_note("the server " + server.name + " names "
                + terminal::for_decision(text::name_list(paths))
                + " in this workspace: 'agentcli mcp approve " + server.name
                + "' asks what it may do there, before it can be used");
    }
}

}

int run_mcp_import(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const auto& own = options.own.of<ServersOptions>();
    const redaction::Redaction redaction(secrets);
    const ServerFileContext surroundings = surroundings_of_agentcli(options.key_variables);
    if (options.words.empty())
        return list_found_files(surroundings.environment, redaction);
    const bool is_for_workspace = own.to == "workspace";
    const ConfigTarget target = target_of(own);
    const GivenServers given = servers_named(options.words.front(), surroundings.environment,
        is_for_workspace ? ConfigOrigin::anybodys : ConfigOrigin::operators);
    const ImportChoice choice {{options.words.begin() + 1, options.words.end()}, own.replaces,
        own.keeps_secrets, own.takes_approvals};
    const auto plan = import_plan(
        given.servers, json::member(target.document(), "mcpServers"), choice, surroundings);
    const std::string text = redaction.redact(text_of_plan(plan, target.path()));
    if (!changes_anything(plan)) {
        terminal::print(terminal::for_terminal(text));
        terminal::print_note(plan.empty() ? "there are no servers" : "nothing was added");
        return is_all_there(plan) ? 0 : 1;
    }
    if (own.is_agreed)
        terminal::print(terminal::for_terminal(text));
    else if (!is_agreed(text, target.path(), cancel)) {
        terminal::print_note("nothing was added");
        return 1;
    }
    const Json written = with_entries(target.document(), plan);
    target.write(written);
    terminal::print_note("written: " + target.path()
        + (is_for_workspace ? "; 'agentcli trust .mcp.json' lets them be used" : ""));
    if (is_for_workspace)
        return 0;
    auto servers = servers_in_document(written, target.path(), ConfigOrigin::operators).servers;
    std::erase_if(servers, [&](const auto& server) { return !is_written(plan, server); });
    ask_about_workspace(
        servers, surroundings, own.is_agreed ? std::nullopt : terminal::Terminal::find(), cancel);
    return 0;
}

}
