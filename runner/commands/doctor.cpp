#include "runner/commands/doctor.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/calls/process.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/mcp/pin_store.hpp"
#include "runner/commands/command_options.hpp"
#include "runner/commands/machine.hpp"
#include "runner/commands/models_command.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/options/config_text.hpp"
#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/servers_command.hpp"
#include "runner/servers/sign_in_state.hpp"
#include "runner/start/agent_config.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/hooks.hpp"
#include "runner/start/model_server.hpp"
#include "runner/start/run_config.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace runner::commands {

using State = Finding::State;

namespace {

constexpr std::chrono::seconds max_answer {5};

// Returns null if the text is not JSON.
Json parsed(const std::string& text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return {};
    }
}

calls::Call call_of(
    const calls::ManifestTool& tool, std::vector<std::string> more_arguments, std::string input)
{
    calls::Launch launch = calls::launch_of(tool);
    launch.argv.insert(launch.argv.end(), more_arguments.begin(), more_arguments.end());
    return {std::move(launch), std::move(input), max_answer};
}

// Describes how a tool from elsewhere could change files that the next run follows.
constexpr const char* unbounded
    = "it may change files, and nothing keeps it from the manifest and its commands: "
      "put them where it cannot write";

Finding look_at_silent_tool(const calls::ManifestTool& tool)
{
    return {"tool " + tool.name, State::weaker,
        std::string("its entry has no effects.sandbox, so it is not asked")
            + (tool.changes_files ? std::string("; ") + unbounded : "")};
}

Finding look_at_tool(const calls::ManifestTool& tool, const Json& entry, system::Cancel& cancel)
{
    const std::string subject = "tool " + tool.name;
    if (entry.is_null())
        return {subject, State::missing, "'" + tool.program + " --describe' does not answer"};
    if (json::string_member(entry, "name") != tool.name)
        return {subject, State::weaker,
            "answers, and calls itself " + text::in_quotes(json::string_member(entry, "name"))};
    if (entry.value("schema", Json()) != tool.schema)
        return {subject, State::weaker,
            "answers, and its schema is not that of the manifest: make the manifest anew"};
    if (entry.value("effects", Json()) != tool.effects)
        return {subject, State::weaker,
            "answers, and what it can do is not what the manifest says: make the manifest anew"};
    if (tool.changes_files && !calls::takes_flags(tool, {"--protect=tools.json"}, cancel))
        return {
            subject, State::weaker, std::string("answers, and takes no --protect; ") + unbounded};
    return {subject, State::good, "answers"};
}

// The directory in which tools are called: a temporary one if the workspace has no .agentcli, which
// a command would create.
class PlaceToAsk {
public:
    PlaceToAsk()
    {
        if (access(".agentcli", F_OK) != 0 && mkdtemp(path.data()) != nullptr)
            root = {"--root", path};
    }
    ~PlaceToAsk()
    {
        if (root.empty())
            return;
        rmdir((path + "/.agentcli").c_str());
        rmdir(path.c_str());
    }
    PlaceToAsk(const PlaceToAsk&) = delete;
    PlaceToAsk& operator=(const PlaceToAsk&) = delete;

    std::vector<std::string> flags(std::vector<std::string> more = {}) const
    {
        more.insert(more.begin(), root.begin(), root.end());
        return more;
    }

private:
    std::string path = "/tmp/agentcli-doctor-XXXXXX";
    std::vector<std::string> root;
};

// The requests of this tool are known: they have a command.
bool runs_commands(const calls::ManifestTool& tool)
{
    return json::member(tool.effects, "programs") == true && calls::can_be_asked(tool)
        && json::member(json::member(tool.schema, "properties"), "cmd").is_object();
}

// Adds what could not be moved from an earlier command to the repository, according to the tool's
// answer to a command here.
void add_refused(const Json& answer, std::vector<Finding>& findings)
{
    const Json refused = json::member(answer, "gitRefused");
    for (const Json& one : refused.is_array() ? refused : Json::array())
        findings.push_back({"git", State::weaker,
            "not taken from an earlier command: "
                + (one.is_string() ? one.get<std::string>() : "?")});
}

// Returns the sandbox of a tool that runs commands, according to its answer.
Finding look_at_sandbox(
    const std::string& name, const Json& answer, const calls::Outcome& with_namespaces)
{
    const Json& sandbox = answer.at("sandbox");
    std::string text = "level " + json::string_member(sandbox, "level") + ", policy "
        + json::string_member(sandbox, "policy") + ", network "
        + json::string_member(sandbox, "network");
    for (const auto& gap : sandbox.value("gaps", Json::array()))
        text += (gap == sandbox.at("gaps").front() ? "; gaps: " : ", ")
            + (gap.is_string() ? gap.get<std::string>() : "?");
    if (json::string_member(sandbox, "level") == "namespaces")
        return {name, State::good, text};
    const Json refusal = parsed(with_namespaces.errors);
    const bool is_told
        = json::string_member(refusal, "code") == system::wire_name(Code::sandbox_unavailable);
    const std::string why = is_told ? json::string_member(refusal, "error") : "";
    return {name, State::weaker, text + (why.empty() ? "" : "; not namespaces, since " + why)};
}

std::vector<Finding> look_at_commands(const calls::ManifestTool& tool, system::Cancel& cancel)
{
    const std::string request = R"({"cmd":"true"})";
    const PlaceToAsk place;
    const auto outcomes
        = calls::run_together({call_of(tool, place.flags(), request),
                                  call_of(tool, place.flags({"--require=namespaces"}), request)},
            cancel);
    const Json answer = parsed(outcomes[0].output);
    if (!answer.is_object() || !answer.contains("sandbox"))
        return {{tool.name, State::missing,
            "can't run a command: " + json::string_member(parsed(outcomes[0].errors), "error")}};
    std::vector<Finding> findings {look_at_sandbox(tool.name, answer, outcomes[1])};
    for (const auto& outcome : outcomes) // one of the two commands has checked it
        add_refused(parsed(outcome.output), findings);
    return findings;
}

std::vector<Finding> look_at_tools(
    const std::vector<calls::ManifestTool>& tools, system::Cancel& cancel)
{
    std::vector<calls::ManifestTool> asked;
    std::copy_if(tools.begin(), tools.end(), std::back_inserter(asked), calls::can_be_asked);
    const std::vector<Json> entries = calls::describe(asked, cancel);
    std::vector<Finding> findings;
    findings.reserve(tools.size() + 1);
    auto entry = entries.begin();
    for (const auto& tool : tools)
        findings.push_back(calls::can_be_asked(tool) ? look_at_tool(tool, *entry++, cancel)
                                                     : look_at_silent_tool(tool));
    for (const auto& tool : tools)
        if (runs_commands(tool))
            for (auto& finding : look_at_commands(tool, cancel))
                findings.push_back(std::move(finding));
    return findings;
}

// Uses only metadata: a run follows no link there, and nothing may be created for the check.
Finding look_at_audit()
{
    std::string innermost = ".";
    for (const char* path : {".", ".agentcli", ".agentcli/audit"}) {
        struct stat status { };
        if (lstat(path, &status) != 0)
            break;
        innermost = path;
        if (!S_ISDIR(status.st_mode))
            return {"audit", State::missing, text::in_quotes(innermost) + " is not a directory"};
    }
    if (access(innermost.c_str(), W_OK | X_OK) == 0)
        return {"audit", State::good, "can be written beneath .agentcli/audit"};
    return {"audit", State::missing, text::in_quotes(innermost) + " can't be written"};
}

// Describes a server without starting it: its transport, and its pins.
std::string manner_of(const servers::ConfiguredServer& server)
{
    if (!server.entry)
        return "";
    const std::string sign_in = servers::sign_in_text_of(servers::sign_in_state_of(*server.entry));
    const std::string transport
        = "; over " + servers::transport_of(server.given) + (sign_in.empty() ? "" : ", " + sign_in);
    try {
        const auto pins = agent::mcp::PinStore().find(server.entry->hash);
        return transport
            + (pins ? ", " + pins->era + " era, " + std::to_string(pins->tools.size())
                        + (pins->tools.size() == 1 ? " tool pinned" : " tools pinned")
                    : ", not pinned yet");
    } catch (const ToolError& error) {
        return transport + ", pins: " + error.message;
    }
}

Finding look_at_server(const servers::ConfiguredServer& server)
{
    using Server = servers::ConfiguredServer;
    const std::string subject = "server " + server.given.name;
    const std::string source = " (" + server.given.source + ")";
    if (server.problem)
        return {subject, server.state == Server::State::unanswered ? State::weaker : State::missing,
            terminal::one_line(*server.problem)};
    if (server.state == Server::State::untrusted)
        return {subject, State::weaker,
            "not trusted, and so not started: 'agentcli trust .mcp.json'" + source};
    for (const auto& finding : server.findings)
        if (finding.kind == servers::PathFinding::Kind::warning)
            return {subject, State::weaker, finding.text + source};
    const bool is_confined = server.sandbox != "none";
    return {subject, is_confined ? State::good : State::weaker,
        std::string(servers::name_of(server.state))
            + (server.sandbox.empty() ? "" : "; sandbox: " + server.sandbox) + manner_of(server)
            + source};
}

std::vector<Finding> look_at_servers(
    const options::Options& options, const std::vector<std::string>& launcher)
{
    std::vector<Finding> findings;
    try {
        const auto configured = servers::find_servers(options, [&] { return launcher; });
        for (const auto& server : configured.servers)
            findings.push_back(look_at_server(server));
    } catch (const ToolError& error) {
        findings.push_back({"servers", State::missing, terminal::one_line(error)});
    }
    return findings;
}

// Names the flag or the variable that contains the key, never the key itself.
Finding look_at_key(const options::Options& options)
{
    if (!options.env_key.empty() && options.api_key.empty())
        return {"key", State::missing,
            "the variable " + options::shown_key_variable(options.env_key)
                + ", which --env-key or a profile names, is not set"};
    const auto origin = options.origins.find("api-key");
    const bool is_none = options.api_key.empty() || origin == options.origins.end();
    if (is_none && start::is_on_this_machine(options.base_url))
        return {"key", State::good, "none, and a server on this machine rarely requires one"};
    if (is_none)
        return {"key", State::weaker,
            "not configured: OAI_API_KEY, OPENAI_API_KEY, --api-key or --env-key"};
    return {"key", State::good, "configured by " + origin->second.back().source};
}

Finding look_at_agent(const options::AgentDefinition& agent, const options::Options& options,
    const std::vector<calls::ManifestTool>& tools)
{
    const std::string subject = "agent " + agent.name;
    for (const auto& name : agent.tool_names)
        if (name != options::skill_tool
            && std::none_of(
                tools.begin(), tools.end(), [&](const auto& tool) { return tool.name == name; }))
            return {subject, State::missing,
                "names the tool " + text::in_quotes(name) + ", which the manifest does not have"};
    try {
        start::options_for(agent, options);
        start::check_prompt(agent);
    } catch (const ToolError& error) {
        return {subject, State::missing, terminal::one_line(error)};
    }
    return {subject, State::good,
        std::string(manifest::only_reads(agent, tools) ? "only reads" : "may change files")
            + (agent.profile.empty() ? "" : "; profile " + agent.profile)};
}

std::vector<Finding> look_at_agents(
    const options::Options& options, const std::vector<calls::ManifestTool>& tools)
{
    std::vector<Finding> findings;
    try {
        for (const auto& agent : options::configured_agents(options.config_files))
            findings.push_back(look_at_agent(agent, options, tools));
    } catch (const ToolError& error) {
        findings.push_back({"agents", State::missing, terminal::one_line(error)});
    }
    return findings;
}

const char* name_of(State state)
{
    return state == State::good ? "good" : state == State::weaker ? "weaker" : "missing";
}

}

static Finding look_at_hook(const calls::Hook& hook, const std::vector<std::string>& launcher)
{
    const std::string subject = std::string("hook ") + std::string(calls::name_of(hook.event));
    if (calls::find_program(hook.command.front(), std::filesystem::current_path()).empty())
        return {subject, State::missing, start::text_of(hook) + ": its program does not exist"};
    if (hook.sandbox != calls::HookSandbox::none && launcher.empty())
        return {subject, State::missing,
            start::text_of(hook) + ": the manifest names no launcher for its sandbox"};
    return {subject, State::good, start::text_of(hook)};
}

static std::vector<Finding> look_at_hooks(
    const options::Options& options, const std::vector<std::string>& launcher)
{
    std::vector<Finding> findings;
    try {
        const start::FoundHooks found = start::find_hooks(options.config_files);
        for (const auto& hook : found.hooks)
            findings.push_back(look_at_hook(hook, launcher));
        for (const auto& note : found.notes)
            findings.push_back({"hooks", State::weaker, note});
    } catch (const ToolError& error) {
        findings.push_back({"hooks", State::missing, terminal::one_line(error)});
    }
    return findings;
}

std::vector<Finding> examine(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    std::vector<Finding> findings = look_at_machine();
    std::vector<std::string> launcher;
    try {
        const manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
        findings.push_back({"manifest", choice.note.empty() ? State::good : State::weaker,
            choice.note.empty() ? std::to_string(choice.tools.size()) + " tools" : choice.note});
        for (auto& finding : look_at_tools(choice.tools, cancel))
            findings.push_back(std::move(finding));
        for (auto& finding : look_at_agents(options, choice.tools))
            findings.push_back(std::move(finding));
        launcher = choice.launcher;
    } catch (const ToolError& error) {
        findings.push_back({"manifest", State::missing, terminal::one_line(error)});
    }
    for (auto& finding : look_at_servers(options, launcher))
        findings.push_back(std::move(finding));
    for (auto& finding : look_at_hooks(options, launcher))
        findings.push_back(std::move(finding));
    findings.push_back(look_at_audit());
    findings.push_back(look_at_endpoint(options, output, cancel));
    findings.push_back(look_at_key(options));
    return findings;
}

std::string report_text(const std::vector<Finding>& findings)
{
    std::string text;
    for (const auto& finding : findings) {
        std::string left = name_of(finding.state);
        left.resize(9, ' ');
        left += finding.subject;
        left.resize(std::max<std::size_t>(left.size() + 2, 32), ' ');
        text += left + text::printable(finding.text) + "\n";
    }
    return text;
}

Json report_json(const std::vector<Finding>& findings)
{
    Json list = Json::array();
    bool is_ok = true;
    for (const auto& finding : findings) {
        list.push_back({{"subject", finding.subject}, {"state", name_of(finding.state)},
            {"text", text::printable(finding.text)}});
        is_ok = is_ok && finding.state != State::missing;
    }
    return {{"ok", is_ok}, {"findings", std::move(list)}};
}

int run_doctor(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    const std::vector<Finding> findings = examine(options, output, cancel);
    if (options.json)
        terminal::print_json(redaction.redact_json(report_json(findings)));
    else
        terminal::print(redaction.redact(report_text(findings)));
    const bool is_ok = std::none_of(findings.begin(), findings.end(),
        [](const Finding& finding) { return finding.state == State::missing; });
    return static_cast<int>(is_ok ? loop::Reason::answered : loop::Reason::failed);
}

using State = Finding::State;

Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel)
{
    const std::string place = options.base_url.substr(0, options.base_url.find('?'));
    const std::string unnamed = "no model is named: --model or OAI_MODEL";
    const State state = options.model.empty() ? State::weaker : State::good;
    if (!options.own.of<DoctorOptions>().connects)
        return {"endpoint", state,
            place + (options.model.empty() ? ", and " + unnamed : ", model " + options.model)
                + "; not tried: --connect does"};
    try {
        const auto names = served_models(options, output, cancel);
        const std::string answers = place + " answers, with " + std::to_string(names.size())
            + (names.size() == 1 ? " model" : " models");
        if (options.model.empty())
            return {"endpoint", state, answers + ", and " + unnamed};
        if (!names.empty() && !text::contains(names, options.model))
            return {"endpoint", State::weaker,
                answers + ", and " + text::in_quotes(options.model) + " is none of them"};
        return {"endpoint", state, answers + ", model " + options.model};
    } catch (const ToolError& error) {
        cancel.check();
        return {"endpoint", State::missing, terminal::one_line(error)};
    }
}

}
