#include "frontends/serve/choices.hpp"
#include "frontends/serve/serve.hpp"

#include "agent/calls/capabilities.hpp"
#include "agent/workflow/library.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/options/command_line.hpp"
#include "runner/options/host_options.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace frontends::serve {

using namespace runner;

namespace fs = std::filesystem;

static constexpr const char* usual_name = "default";

namespace {

struct NamedDirectory {
    std::string name;
    std::string directory;
};

}

static NamedDirectory workspace_in(const std::string& text)
{
    const std::size_t equals = text.find('=');
    NamedDirectory result {text.substr(0, equals), {}};
    const bool is_name = !result.name.empty() && result.name.size() <= 64
        && text::name_length(result.name, "._-") == result.name.size();
    if (equals == std::string::npos || !is_name)
        throw ToolError(Code::bad_request, text::in_quotes(text) + " is not NAME=DIR",
            "a name has 1 to 64 of a-z A-Z 0-9 . _ -");
    std::error_code error;
    result.directory = fs::canonical(text.substr(equals + 1), error);
    if (error || !fs::is_directory(result.directory, error))
        throw ToolError(Code::bad_request,
            "--workspace: " + text::in_quotes(text.substr(equals + 1)) + " is not a directory");
    return result;
}

static std::vector<NamedDirectory> workspaces_of(const options::Options& options)
{
    std::vector<NamedDirectory> all;
    for (const auto& text : options.own.of<ServeOptions>().workspaces) {
        NamedDirectory one = workspace_in(text);
        if (std::any_of(all.begin(), all.end(),
                [&](const NamedDirectory& other) { return other.name == one.name; }))
            throw ToolError(
                Code::bad_request, "two workspaces are named " + text::in_quotes(one.name));
        all.push_back(std::move(one));
    }
    if (all.empty())
        all.push_back({usual_name, fs::current_path()});
    return all;
}

std::vector<std::string> directories_of(const options::Options& options)
{
    std::vector<std::string> all;
    for (auto& workspace : workspaces_of(options))
        all.push_back(std::move(workspace.directory));
    return all;
}

// Makes paths absolute: they are relative to the server's directory, and workers run in their
// workspaces.
static std::string absolute_value(const options::GivenFlag& flag)
{
    if (!options::is_path(*flag.option, flag.value))
        return flag.value;
    return fs::absolute(flag.value).lexically_normal();
}

// Returns the flags of a worker: those of the server that `agentcli host` accepts.
static std::vector<std::string> flags_of_workers(const std::vector<std::string>& arguments)
{
    std::vector<std::string> flags;
    for (const auto& flag : options::read_command_line(arguments).flags)
        if (options::takes("host", *flag.option) && flag.option->name != "profile")
            flags.push_back("--" + flag.option->name + "=" + absolute_value(flag));
    return flags;
}

// Returns the options of a worker in this directory, and adds the parts that the front may receive
// to `profile`.
static options::Options add_allowed(
    Profile& profile, const std::vector<std::string>& command, const std::string& directory)
{
    if (chdir(directory.c_str()) != 0)
        throw ToolError(Code::bad_request,
            system::system_error("cannot enter " + text::in_quotes(directory)).message);
    options::Options options = options::parse_options({command.begin() + 1, command.end()});
    profile.allowed.push_back({.approve = static_cast<channel::Approve>(options.approve),
        .steps = options.max_steps,
        .tool_calls = options.max_calls,
        .repeats = options.max_repeats,
        .tokens = options.max_total_tokens,
        .cost = options.max_cost,
        .time = options.max_time,
        .only_tools = options.only_tools,
        .has_output_schema = !options.output_schema.empty(),
        .may = options.own.of<options::HostOptions>().may});
    profile.has_model = profile.has_model || !options.model.empty() || !options.replay.empty();
    return options;
}

// Returns the names of tools that are not confined: a process started by one can reach the files
// that this server protects.
static std::vector<std::string> unconfined_in(const Json& capabilities)
{
    std::vector<std::string> names;
    for (const auto& tool : capabilities.at("tools")) {
        const Json& effects = tool.at("effects");
        if (effects.is_null() || json::string_member(effects, "policy") == "unrestricted")
            names.push_back(tool.at("name"));
    }
    return names;
}

static void note(Choices& choices, const std::string& text)
{
    if (std::find(choices.notes.begin(), choices.notes.end(), text) == choices.notes.end())
        choices.notes.push_back(text);
}

// Returns the tools of a profile in the current directory.
static Json tools_of(const options::Options& options, const std::string& profile, Choices& choices,
    system::Cancel& cancel)
try {
    manifest::ToolSelection selection = manifest::tool_selection_of(options);
    selection.agents = manifest::offered_agents(options);
    const manifest::ManifestChoice choice = manifest::choose_tools(selection);
    if (!choice.note.empty())
        note(choices, choice.note);
    Json capabilities = calls::capabilities_of(choice.tools, cancel);
    cancel.check();
    for (const auto& name : unconfined_in(capabilities))
        note(choices,
            "warning: nothing confines " + text::in_quotes(name)
                + ": what a run does with it can reach the sockets and tokens of this server");
    return capabilities;
} catch (const ToolError& error) {
    if (cancel.is_set())
        throw;
    note(choices,
        "warning: the manifest of the profile " + text::in_quotes(profile)
            + " cannot be used, so the server is not ready: " + terminal::one_line(error));
    return {};
}

// Returns the workflows of --workflows, otherwise those of the profile.
static std::vector<std::string> workflows_of(
    const std::vector<std::string>& arguments, const std::string& profile)
{
    std::vector<std::string> serve {"serve"};
    for (const auto& flag : options::read_command_line(arguments).flags)
        if (flag.option->name == "workflows")
            serve.push_back("--workflows=" + flag.value);
    serve.push_back(options::profile_flag(profile));
    return options::parse_options(serve).own.of<ServeOptions>().workflows;
}

// Returns the workflows in the current directory in the form in which the front lists them.
static Json offers_of(const std::vector<std::string>& names, Choices& choices)
{
    Json all = Json::array();
    for (const auto& name : names) {
        Json offer {{"name", name}};
        try {
            offer.update(workflow::offered_workflow(name));
        } catch (const ToolError& error) {
            note(choices,
                "warning: no run can name the workflow " + text::in_quotes(name) + " in "
                    + text::in_quotes(fs::current_path().string()) + ": "
                    + terminal::one_line(error));
        }
        all.push_back(std::move(offer));
    }
    return all;
}

// Returns the commands of a conversation and of each workflow.
static std::vector<Workers::Command> commands_of(const Workers::Command& conversation,
    const std::vector<std::string>& workflows, const std::string& state)
{
    std::vector<Workers::Command> commands {conversation};
    for (const auto& name : workflows) {
        commands.push_back(options::arguments_for_workflow(conversation, name));
        commands.back().push_back("--state=" + state + "/workflows");
    }
    return commands;
}

static void warn_without_model(Choices& choices)
{
    if (std::none_of(choices.profiles.begin(), choices.profiles.end(), can_have_model))
        note(choices,
            "warning: no profile names a model, so the server is not ready: set --model or "
            "OAI_MODEL, or name a model in a profile");
}

// Returns the command of a worker without its profile.
static Workers::Command base_command(const options::Options& options,
    const std::vector<std::string>& arguments, const std::string& sessions)
{
    Workers::Command base {"agentcli", "host"};
    for (auto& flag : flags_of_workers(arguments))
        base.push_back(std::move(flag));
    if (!sessions.empty())
        base.push_back("--sessions=" + sessions);
    if (options.own.of<options::HostOptions>().worker_memory == 0)
        base.emplace_back("--worker-memory=1G");
    return base;
}

Choices choices_of(const options::Options& options, const std::vector<std::string>& arguments,
    const OwnDirectories& own, const redaction::Redaction& redaction)
{
    system::Cancel cancel;
    Choices choices;
    for (const auto& workspace : workspaces_of(options)) {
        choices.workspaces.push_back(workspace.name);
        choices.workers.directories.push_back(workspace.directory);
    }
    choices.workers.runs = own.state + "/runs";
    const Workers::Command base = base_command(options, arguments, own.sessions);
    std::vector<std::string> names = options.own.of<ServeOptions>().profiles;
    if (names.empty())
        names.push_back(options.used_profile);
    const std::string directory = fs::current_path();
    for (const auto& name : names) {
        std::vector<std::string> command = base;
        command.push_back(options::profile_flag(name));
        Profile profile {name.empty() ? usual_name : name};
        const auto workflows = workflows_of(arguments, name);
        for (const auto& workspace : choices.workers.directories) {
            const options::Options allowed = add_allowed(profile, command, workspace);
            if (profile.allowed.size() == 1)
                profile.tools
                    = redaction.redact_json(tools_of(allowed, profile.name, choices, cancel));
            profile.workflows.push_back(redaction.redact_json(offers_of(workflows, choices)));
        }
        choices.profiles.push_back(std::move(profile));
        choices.workers.commands.push_back(commands_of(command, workflows, own.state));
    }
    fs::current_path(directory);
    warn_without_model(choices);
    for (std::string& text : choices.notes)
        text = redaction.redact(text);
    choices.workers.max_workers = static_cast<std::size_t>(
        options.own.of<ServeOptions>().max_runs + options.own.of<ServeOptions>().max_waiting);
    return choices;
}

}
