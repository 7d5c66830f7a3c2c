#include "runner/servers/server_sandbox.hpp"

#include "runner/servers/installed_program.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace runner::servers {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 8> known_keys {
    "workspace", "policy", "network", "write", "show", "hide", "unix", "require"};
constexpr std::array<std::string_view, 3> access_names {"hidden", "read", "write"};
// Variables that make programs which download servers fail immediately without a network.
constexpr std::array<std::pair<const char*, const char*>, 2> offline_variables {
    {{"npm_config_offline", "true"}, {"UV_OFFLINE", "1"}}};
// The launcher finds keys and files of agentcli by these variables, so it gets the operator's
// values.
constexpr std::array<const char*, 6> variables_of_places {"HOME", "XDG_CONFIG_HOME",
    "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"};

bool is_beneath(const std::string& path, const std::string& place)
{
    return text::strip_root(path, place).has_value();
}

bool is_beneath_any(const std::string& path, const std::vector<std::string>& places)
{
    return std::any_of(places.begin(), places.end(),
        [&](const std::string& place) { return is_beneath(path, place); });
}

std::string real_path(const std::string& path)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? path : real.string();
}

// Returns the home directory without links; empty if it is not a directory that can be hidden.
std::string home_of(const ServerFileContext& surroundings)
{
    std::error_code error;
    const std::string home = variable_in(surroundings, "HOME");
    const std::string real = home.starts_with('/') ? real_path(home) : std::string();
    return real != "/" && fs::is_directory(real, error) ? real : std::string();
}

// Returns the paths of `write` and `show`.
std::vector<std::string> given_places(const ServerSandbox& sandbox)
{
    std::vector<std::string> places;
    for (const auto* list : {&sandbox.written, &sandbox.shown})
        for (const auto& path : *list)
            places.push_back(real_path(path));
    return places;
}

// `policy` is an older key for some of these choices.
std::optional<WorkspaceAccess> access_by_policy(
    const std::string& policy, std::optional<WorkspaceAccess> access)
{
    const bool may_write = policy == "workspace-write";
    if (!policy.empty() && access && may_write != (*access == WorkspaceAccess::write))
        throw refusal(
            "'sandbox.policy' and 'sandbox.workspace' contradict each other", "leave out 'policy'");
    return may_write ? WorkspaceAccess::write : access;
}

void check_workspace(const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    if (sandbox.workspace == WorkspaceAccess::hidden
        && text::contains(given_places(sandbox), surroundings.workspace))
        throw refusal("'sandbox.workspace' is 'hidden', and 'show' or 'write' names the workspace",
            "leave out one of the two");
}

void check_paths(const ServerSandbox& sandbox)
{
    std::error_code error;
    const auto refuse = [](const char* key, const std::string& path, const char* what) {
        throw refusal("'sandbox." + std::string(key) + "' names " + text::in_quotes(path)
            + ", which is " + what);
    };
    for (const auto& path : sandbox.written)
        if (!fs::is_directory(path, error) && !fs::is_regular_file(path, error))
            refuse("write", path, "neither a directory nor a regular file");
    for (const auto& path : sandbox.shown)
        if (!fs::exists(path, error))
            refuse("show", path, "not there");
    for (const auto& path : sandbox.hidden)
        if (!fs::exists(path, error))
            refuse("hide", path, "not there");
}

std::vector<std::string> hidden_paths(
    const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    std::vector<std::string> paths;
    const HiddenPlaces places = hidden_from(sandbox, surroundings);
    if (places.home)
        paths.push_back(home_of(surroundings));
    if (places.workspace)
        paths.push_back(surroundings.workspace);
    for (const auto& path : sandbox.hidden)
        paths.push_back(real_path(path));
    return paths;
}

bool overlap(const std::string& one, const std::string& other)
{
    return is_beneath(one, other) || is_beneath(other, one);
}

// Returns the paths of `show`; the workspace, if the sandbox hides only the home directory around
// it; and the directory of the program, if that is beneath a directory that the sandbox hides or
// replaces by an empty one. A hidden workspace is not shown for a program in it.
std::vector<std::string> shown_paths(const agent::mcp::ServerEntry& entry,
    const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    std::vector<std::string> paths = sandbox.shown;
    const HiddenPlaces hidden = hidden_from(sandbox, surroundings);
    const std::string home = home_of(surroundings);
    if (hidden.home && !hidden.workspace && is_beneath(surroundings.workspace, home))
        paths.push_back(surroundings.workspace);
    std::vector<std::string> covered {"/tmp", "/dev/shm"}; // the sandbox mounts empty ones
    if (hidden.home)
        covered.insert(covered.begin(), home);
    const auto shows_more = [&](const std::string& place, const std::string& directory) {
        return (hidden.workspace && overlap(place, surroundings.workspace))
            || (hidden.home && directory != home && overlap(place, home));
    };
    for (const auto& directory : covered)
        for (auto& place : places_of_program(entry.command.front(), entry.environment, directory))
            if (is_beneath(place, directory) && place != directory && !shows_more(place, directory)
                && !is_beneath_any(place, paths))
                paths.push_back(std::move(place));
    return paths;
}

void add_flags(std::vector<std::string>& argv, const ServerSandbox& sandbox, WorkspaceAccess access)
{
    argv.insert(argv.end(),
        {std::string("--policy=")
                + (access == WorkspaceAccess::write ? "workspace-write" : "read-only"),
            std::string("--network=") + (sandbox.has_network ? "on" : "off")});
    if (sandbox.has_network && access != WorkspaceAccess::hidden)
        argv.emplace_back("--hide-secrets");
    if (sandbox.has_unix_sockets)
        argv.emplace_back("--unix");
    if (!sandbox.required.empty())
        argv.push_back("--require=" + sandbox.required);
}

void add_each(std::vector<std::string>& argv, const char* flag, const std::vector<std::string>& all)
{
    for (const auto& path : all)
        argv.insert(argv.end(), {flag, path});
}

// Names the variables that the launcher passes on. The launcher finds the places of keys by the
// operator's variables; if the server has other values for these, they are passed by argv.
void add_environment(agent::mcp::ServerEntry& entry, const ServerFileContext& surroundings)
{
    for (const char* name : variables_of_places) {
        const std::string own = variable_in(surroundings, name);
        const auto wanted = entry.environment.find(name);
        if (wanted != entry.environment.end() && wanted->second != own)
            entry.launcher.insert(
                entry.launcher.end(), {"--env", std::string(name) + "=" + wanted->second});
        else if (wanted != entry.environment.end())
            entry.launcher.insert(entry.launcher.end(), {"--env", name});
        entry.environment.erase(name);
    }
    for (const auto& [name, value] : entry.environment)
        entry.launcher.insert(entry.launcher.end(), {"--env", name});
    for (const char* name : variables_of_places)
        if (const std::string own = variable_in(surroundings, name); !own.empty())
            entry.environment[name] = own;
}

}

std::optional<ServerSandbox> sandbox_of(const Json& value, const ServerFileContext& surroundings)
{
    if (value == false)
        return {};
    if (!value.is_null() && !value.is_object())
        throw refusal("'sandbox' is neither false nor an object");
    const Json object = value.is_null() ? Json::object() : value;
    for (const auto& [key, member] : object.items())
        if (!text::contains(known_keys, key))
            throw refusal("'sandbox' has " + text::in_quotes(key) + ", which is not known",
                text::did_you_mean(key, known_keys,
                    "it has policy, network, write, show, hide, unix and require"));
    const Fields fields(object, surroundings, "sandbox.");
    const auto choice = [&](const char* key, const std::string& preset,
                            std::initializer_list<std::string_view> known, const char* hint) {
        std::string chosen = fields.text(key).value_or(preset);
        if (!text::contains(known, chosen))
            throw refusal("'sandbox." + std::string(key) + "' is " + text::in_quotes(chosen), hint);
        return chosen;
    };
    ServerSandbox sandbox;
    sandbox.workspace = access_by_policy(
        choice("policy", "", {"", "read-only", "workspace-write"},
            "it is read-only or workspace-write; \"sandbox\": false confines nothing"),
        access_named(choice("workspace", "", {"", "hidden", "read", "write"},
            "it is hidden, read or write; \"sandbox\": false confines nothing")));
    sandbox.has_network = choice("network", "on", {"on", "off"}, "it is on or off") == "on";
    sandbox.required
        = choice("require", "", {"", "landlock", "namespaces"}, "it is landlock or namespaces");
    sandbox.has_unix_sockets = fields.flag("unix", false);
    sandbox.written = fields.paths("write");
    sandbox.shown = fields.paths("show");
    sandbox.hidden = fields.paths("hide");
    check_workspace(sandbox, surroundings);
    return sandbox;
}

std::optional<WorkspaceAccess> access_named(std::string_view name)
{
    const auto found = std::find(access_names.begin(), access_names.end(), name);
    return found == access_names.end()
        ? std::nullopt
        : std::optional(static_cast<WorkspaceAccess>(found - access_names.begin()));
}

const char* name_of(WorkspaceAccess access)
{
    return access_names.at(static_cast<std::size_t>(access)).data();
}

WorkspaceAccess workspace_access(
    const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    const auto has_workspace = [&](const std::vector<std::string>& places) {
        return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
            return is_beneath(surroundings.workspace, real_path(place));
        });
    };
    if (sandbox.workspace)
        return *sandbox.workspace;
    if (has_workspace(sandbox.written))
        return WorkspaceAccess::write;
    if (has_workspace(sandbox.shown))
        return WorkspaceAccess::read;
    return sandbox.has_network || has_workspace(sandbox.hidden) ? WorkspaceAccess::hidden
                                                                : WorkspaceAccess::read;
}

ServerSandbox sandbox_to_download(const ServerSandbox& sandbox)
{
    ServerSandbox downloading;
    downloading.workspace = WorkspaceAccess::hidden;
    downloading.required = sandbox.required;
    downloading.hidden = sandbox.hidden;
    return downloading;
}

HiddenPlaces hidden_from(const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    const std::string home = home_of(surroundings);
    return {.home
        = sandbox.has_network && !home.empty() && !is_beneath_any(home, given_places(sandbox)),
        .workspace = workspace_access(sandbox, surroundings) == WorkspaceAccess::hidden};
}

static const char* sight_in_words(const HiddenPlaces& hidden, bool has_network)
{
    if (hidden.workspace)
        return hidden.home ? ", sees neither the home directory nor the workspace"
                           : ", does not see the workspace";
    if (!has_network)
        return ", sees the home directory and the workspace";
    return hidden.home ? ", does not see the home directory, can read this workspace and send it "
                         "over the network"
                       : ", sees the home directory, can read this workspace and send it over the "
                         "network";
}

std::string text_of(
    const std::optional<ServerSandbox>& sandbox, const ServerFileContext& surroundings)
{
    if (!sandbox)
        return "none";
    const HiddenPlaces hidden = hidden_from(*sandbox, surroundings);
    const bool may_write = workspace_access(*sandbox, surroundings) == WorkspaceAccess::write;
    std::string text = std::string(may_write ? "workspace-write" : "read-only") + ", network "
        + (sandbox->has_network ? "on" : "off");
    text += sandbox->has_unix_sockets ? ", Unix sockets" : "";
    text += sight_in_words(hidden, sandbox->has_network);
    const auto add = [&](const char* verb, const std::vector<std::string>& paths) {
        for (const auto& path : paths)
            text += (path == paths.front() ? verb : " ") + text::printable(path);
    };
    add(", changes ", sandbox->written);
    add(", is shown ", sandbox->shown);
    add(", does not see ", sandbox->hidden);
    return text + (sandbox->required.empty() ? "" : ", requires " + sandbox->required);
}

// A server that can use sockets can make another program write.
static bool may_write_workspace(const ServerSandbox& sandbox, const ServerFileContext& surroundings)
{
    return workspace_access(sandbox, surroundings) == WorkspaceAccess::write
        || sandbox.has_unix_sockets
        || std::any_of(
            sandbox.written.begin(), sandbox.written.end(), [&](const std::string& place) {
                return overlap(real_path(place), surroundings.workspace);
            });
}

// Containers are run by a daemon that is reached by its socket.
static void check_container(const agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox)
{
    const std::string program = fs::path(entry.command.front()).filename().string();
    const auto host = entry.environment.find("DOCKER_HOST");
    const bool is_remote = host != entry.environment.end()
        && (host->second.starts_with("tcp://") || host->second.starts_with("ssh://"));
    if (program == "podman")
        throw refusal("podman makes namespaces, which its sandbox does not let it",
            "\"sandbox\": false starts it without; the container is then the only limit");
    if (program == "docker" && !sandbox.has_unix_sockets && !is_remote)
        throw refusal("docker needs its Unix socket, which its sandbox hides",
            "\"sandbox\": {\"unix\": true} lets it control Docker, that is root here: the "
            "container is then the only limit");
}

void confine(agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const std::vector<std::string>& launcher, const ServerFileContext& surroundings)
{
    if (launcher.empty())
        throw refusal("the manifest names no launcher, so its sandbox can't be had",
            "use a manifest with {\"roles\": {\"launch\": […]}}, as the shipped ones are; "
            "\"sandbox\": false starts it without");
    check_paths(sandbox);
    check_container(entry, sandbox);
    entry.launcher = launcher;
    entry.launcher.insert(entry.launcher.end(), {"--report=3", "--root", surroundings.workspace});
    add_flags(entry.launcher, sandbox, workspace_access(sandbox, surroundings));
    add_each(entry.launcher, "--hide", hidden_paths(sandbox, surroundings));
    add_each(entry.launcher, "--show", shown_paths(entry, sandbox, surroundings));
    add_each(entry.launcher, "--write", sandbox.written);
    if (!entry.cache.empty())
        add_each(entry.launcher, "--cache", {entry.cache});
    if (!sandbox.has_network)
        for (const auto& [name, value] : offline_variables)
            entry.environment.emplace(name, value);
    add_environment(entry, surroundings);
    entry.launcher.emplace_back("--");
    entry.sandbox = text_of(sandbox, surroundings);
    entry.has_network = sandbox.has_network;
    entry.may_write_workspace = may_write_workspace(sandbox, surroundings);
}

ServerView view_of(const agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const ServerFileContext& surroundings)
{
    const WorkspaceAccess access = workspace_access(sandbox, surroundings);
    ServerView view {.workspace = surroundings.workspace,
        .hides_secrets = sandbox.has_network && access != WorkspaceAccess::hidden};
    const auto add = [&](const std::vector<std::string>& paths, PathAccess its) {
        for (const auto& path : paths)
            view.places.push_back({real_path(path), its});
    };
    add({"/tmp", "/dev/shm"}, PathAccess::own_copy);
    add(hidden_paths(sandbox, surroundings), PathAccess::hidden);
    add(shown_paths(entry, sandbox, surroundings), PathAccess::read);
    if (access != WorkspaceAccess::hidden)
        add({surroundings.workspace},
            access == WorkspaceAccess::write ? PathAccess::write : PathAccess::read);
    add(sandbox.written, PathAccess::write);
    if (!entry.cache.empty())
        add({entry.cache}, PathAccess::write);
    return view;
}

}
