#include "runner/servers/choose_servers.hpp"

#include "agent/calls/protection.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/option_table.hpp"
#include "runner/servers/oauth_settings.hpp"
#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/servers/variables.hpp"
#include "runner/servers/workspace_access.hpp"
#include "runner/start/run_config.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace runner::servers {

const char* const workspace_file = ".mcp.json";

std::optional<GivenServers> read_workspace_servers()
{
    struct stat status { };
    if (lstat(workspace_file, &status) != 0)
        return {};
    const File file = Workspace(workspace::WorkspaceOptions()).open_to_read(workspace_file);
    return servers_in(system::read_whole(file, workspace_file, max_servers),
        std::string("./") + workspace_file, ConfigOrigin::anybodys);
}

std::string real_workspace()
{
    std::error_code error;
    const std::filesystem::path current = std::filesystem::current_path(error);
    const std::filesystem::path real = std::filesystem::canonical(current, error);
    return error ? current.string() : real.string();
}

using State = ConfiguredServer::State;

namespace {

Environment environment_of_agentcli()
{
    Environment environment;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (const char* equals = std::strchr(*entry, '='); equals != nullptr)
            environment.emplace(
                std::string(*entry, static_cast<std::size_t>(equals - *entry)), equals + 1);
    return environment;
}

void add(GivenServers& all, GivenServers more)
{
    std::move(more.servers.begin(), more.servers.end(), std::back_inserter(all.servers));
    std::move(more.notes.begin(), more.notes.end(), std::back_inserter(all.notes));
}

// Turns an error into a note: the file may come with a cloned repository, and must not prevent work
// in it.
GivenServers servers_of_workspace()
{
    try {
        return read_workspace_servers().value_or(GivenServers());
    } catch (const ToolError& error) {
        return {{}, {error.message + ", so none of its servers is used"}};
    }
}

GivenServers servers_of_operator(const options::Options& options)
{
    GivenServers all;
    for (const auto& file : options.server_files)
        add(all,
            servers_in(system::read_named_file(file, "the servers", max_servers), file,
                ConfigOrigin::operators));
    if (const options::ConfigText& config = options.config_files.own; config.text)
        add(all, servers_in(*config.text, config.path, ConfigOrigin::operators));
    if (!options.editor_servers.empty())
        add(all,
            servers_in(options.editor_servers, "mcpServers of the editor", ConfigOrigin::editors));
    return all;
}

// Refuses write access to these files, with which a server could decide what the next run trusts.
std::vector<std::string> obeyed_by(const options::Options& options)
{
    std::vector<std::string> files = manifest::tool_selection_of(options).obeyed;
    if (!options.tools.empty())
        files.push_back(options.tools);
    for (auto& file : files)
        file = manifest::absolute_path(file);
    return files;
}

std::vector<Narrowing> narrowings_of_workspace(const options::ConfigText& config)
{
    return config.text ? narrowings_in(*config.text, config.path) : std::vector<Narrowing>();
}

bool is_trusted_here(const GivenServer& server, const ServerFileContext& surroundings)
{
    return server.whose != ConfigOrigin::anybodys
        || trust::is_trusted(trusted_server(server, surroundings.workspace));
}

ToolError about(const GivenServer& given, const ToolError& error)
{
    if (error.message.starts_with("'" + given.source + "'"))
        return error;
    return {error.code,
        text::in_quotes(given.source) + ": the server " + text::in_quotes(given.written_name) + ": "
            + error.message,
        error.hint};
}

ToolError not_answered(const GivenServer& given, const std::string& path)
{
    const std::string ask = given.whose == ConfigOrigin::anybodys
        ? "'agentcli trust .mcp.json' asks"
        : "set \"sandbox\": {\"workspace\": \"read\"}, \"write\" or \"hidden\" in its entry, or "
          "answer 'agentcli mcp approve "
            + given.name + "'";
    return {Code::permission_denied,
        "it names " + text::in_quotes(text::printable(path))
            + " in the workspace, and nobody has said whether it may read that and send it over "
              "the network",
        given.whose == ConfigOrigin::editors
            ? "configure it in your own config.json, with \"sandbox\": {\"workspace\": \"read\"}, "
              "\"write\" or \"hidden\""
            : ask};
}

// Common inputs for the entries of all servers of a run.
struct EntryContext {
    const std::vector<std::string>& launcher;
    const ServerFileContext& surroundings;
    const std::string& downloading; // name of a server, or empty
};

// Puts the entry into its sandbox, unless the operator has to be asked first.
void add_confined(ConfiguredServer& result, ServerSandbox sandbox, agent::mcp::ServerEntry entry,
    const EntryContext& context)
{
    const GivenServer& given = result.given;
    const ServerFileContext& surroundings = context.surroundings;
    const bool is_downloading
        = !context.downloading.empty() && is_called(given, context.downloading);
    entry.cache = cache_of(given, surroundings.workspace);
    if (is_downloading)
        sandbox = sandbox_to_download(sandbox);
    const auto paths = named_paths(words_of(given, entry, surroundings), found_path);
    result.asked_about = paths_in_question(paths, sandbox, entry, surroundings);
    if (!result.asked_about.empty()) {
        sandbox.workspace = answer_kept(given, surroundings.workspace);
        if (!sandbox.workspace) {
            result.state = State::unanswered;
            result.problem = about(given, not_answered(given, result.asked_about.front()));
            return;
        }
    }
    confine(entry, sandbox, context.launcher, surroundings);
    result.sandbox = entry.sandbox;
    if (!is_downloading)
        result.findings = path_findings(paths, view_of(entry, sandbox, surroundings));
    for (const auto& finding : result.findings)
        if (finding.kind == PathFinding::Kind::error)
            throw refusal(finding.text);
    result.entry = std::move(entry);
}

ConfiguredServer configured(const GivenServer& given, const EntryContext& context)
{
    ConfiguredServer result {given, State::ready, {}};
    if (given.problem) {
        result.state = State::faulty;
        result.problem = given.problem;
        return result;
    }
    if (json::member(given.entry, "disabled") == true) {
        result.state = State::disabled;
        return result;
    }
    try {
        const bool is_stdio = transport_of(given) == "stdio";
        const auto sandbox = sandbox_of(given, context.surroundings);
        result.sandbox = is_stdio ? text_of(sandbox, context.surroundings) : "";
        if (!is_trusted_here(given, context.surroundings)) {
            result.state = State::untrusted;
            return result;
        }
        agent::mcp::ServerEntry entry = entry_of(given, context.surroundings);
        entry.sandbox = result.sandbox;
        if (is_stdio && sandbox)
            add_confined(result, *sandbox, std::move(entry), context);
        else
            result.entry = std::move(entry);
    } catch (const ToolError& error) {
        result.state = State::faulty;
        result.problem = about(given, error);
    }
    return result;
}

void narrow(ConfiguredServer& server, const std::vector<Narrowing>& narrowings)
{
    for (const auto& narrowing : narrowings) {
        if (!is_called(server.given, narrowing.name) || !server.entry)
            continue;
        auto& without = server.entry->without;
        without.insert(without.end(), narrowing.without.begin(), narrowing.without.end());
    }
}

bool is_disabled_by(const std::vector<Narrowing>& narrowings, const GivenServer& server)
{
    return std::any_of(narrowings.begin(), narrowings.end(),
        [&](const Narrowing& each) { return is_called(server, each.name) && each.is_disabled; });
}

bool is_taken(const std::string& name, const std::vector<ConfiguredServer>& servers)
{
    return std::any_of(servers.begin(), servers.end(), [&](const ConfiguredServer& server) {
        return server.state != State::replaced && server.given.name == name;
    });
}

// Servers of several files, whose written names are different, may have equal short names.
void make_name_different(GivenServer& server, const std::vector<ConfiguredServer>& before)
{
    if (is_taken(server.name, before))
        server.name = short_name_with_hash(server.written_name);
    if (is_taken(server.name, before))
        server.problem = refusal(text::in_quotes(server.source) + ": the name of the server "
            + text::in_quotes(server.written_name) + " is in short that of another one");
}

std::string note_of_untrusted(const std::vector<ConfiguredServer>& servers)
{
    std::string names;
    for (const auto& server : servers)
        if (server.state == State::untrusted)
            names += (names.empty() ? "" : ", ") + server.given.name;
    return names.empty() ? names
                         : "./.mcp.json: not trusted, and so not started: " + names
            + "; 'agentcli trust .mcp.json' shows them";
}

}

ServerFileContext surroundings_of_agentcli(const std::vector<std::string>& key_variables)
{
    const auto* key = options::find_option("run", "api-key");
    std::vector<std::string> refused = key->environment;
    refused.insert(refused.end(), key_variables.begin(), key_variables.end());
    return {environment_of_agentcli(), std::move(refused), real_workspace()};
}

// Returns the surroundings for servers that are used by the options of this run.
static ServerFileContext surroundings_of(const options::Options& options)
{
    ServerFileContext surroundings = surroundings_of_agentcli(options.key_variables);
    surroundings.client_metadata_url = client_metadata_url_in(options.config_files.own);
    return surroundings;
}

ConfiguredServers find_servers(const options::Options& options,
    const std::function<std::vector<std::string>()>& launcher, const std::string& downloading)
{
    GivenServers all = servers_of_operator(options);
    add(all, servers_of_workspace());
    const std::vector<Narrowing> narrowings
        = narrowings_of_workspace(options.config_files.workspace);
    ConfiguredServers result {{}, std::move(all.notes)};
    if (all.servers.empty())
        return result;
    const ServerFileContext surroundings = surroundings_of(options);
    std::vector<std::string> command = launcher();
    for (const auto& place : calls::protected_places(surroundings.workspace, obeyed_by(options)))
        if (!command.empty())
            command.push_back("--protect=" + place);
    std::vector<std::string> names;
    for (auto& given : all.servers) {
        if (text::contains(names, given.written_name)) {
            result.servers.push_back({given, State::replaced, {}});
            continue;
        }
        names.push_back(given.written_name);
        make_name_different(given, result.servers);
        if (is_disabled_by(narrowings, given)) {
            result.servers.push_back({given, State::disabled, {}});
            continue;
        }
        result.servers.push_back(configured(given, {command, surroundings, downloading}));
        narrow(result.servers.back(), narrowings);
    }
    if (const std::string note = note_of_untrusted(result.servers); !note.empty())
        result.notes.push_back(note);
    return result;
}

// Returns the host of the URL in the form of a server name.
static std::string name_of_url(const std::string& url)
{
    constexpr std::size_t longest = 24;
    std::string name;
    for (const char letter : web::parse_address(url).host) {
        const bool is_plain = text::name_length({&letter, 1}, "") == 1;
        if (is_plain || (!name.empty() && name.back() != '-'))
            name += is_plain ? letter : '-';
    }
    name.resize(std::min(name.size(), longest));
    return name.empty() ? "server" : name;
}

ConfiguredServers server_at(const std::string& url, const options::Options& options)
{
    const Json file {{"mcpServers", {{name_of_url(url), {{"url", url}}}}}};
    const GivenServers given = servers_in(file.dump(), "the command line", ConfigOrigin::operators);
    const ServerFileContext surroundings = surroundings_of(options);
    ConfiguredServer server {given.servers.front(), State::ready, {}};
    server.entry = entry_of(server.given, surroundings);
    server.entry->source.clear(); // the same in all workspaces
    server.entry->login = url;
    return {{std::move(server)}, {}};
}

redaction::Secrets with_secrets_of(const ConfiguredServers& configured, redaction::Secrets secrets)
{
    for (const auto& server : configured.servers)
        if (server.entry)
            for (auto* find : {secrets_of, token_secrets_of})
                for (auto& value : find(*server.entry))
                    secrets.values.push_back(std::move(value));
    return secrets;
}

RunServers servers_of_run(const options::Options& options, const redaction::Secrets& secrets)
{
    RunServers found {.secrets = secrets};
    try {
        ConfiguredServers configured = find_servers(
            options, [&] { return manifest::choose_manifest(options.tools).launcher; });
        found.notes = std::move(configured.notes);
        found.secrets = with_secrets_of(configured, secrets);
        for (auto& server : configured.servers) {
            if (server.problem && json::member(server.given.entry, "required") == true)
                throw ToolError(*server.problem);
            if (server.problem)
                found.notes.push_back(
                    terminal::one_line(*server.problem) + "; the server is not used");
            for (const auto& finding : server.findings)
                if (server.entry && finding.kind == PathFinding::Kind::warning)
                    found.notes.push_back("the MCP server " + text::in_quotes(server.given.name)
                        + ": " + finding.text);
            if (!server.entry)
                continue;
            server.entry->ca_file = options.ca_file;
            found.entries.push_back(std::move(*server.entry));
        }
    } catch (const ToolError& error) {
        found.problem = error;
    }
    return found;
}

}
