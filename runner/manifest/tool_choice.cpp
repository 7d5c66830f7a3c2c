#include "runner/manifest/tool_choice.hpp"

#include "agent/tasks/task_list.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

// Includes files that the next run reads as the operator's settings: tools must not change them.
ToolSelection tool_selection_of(const options::Options& options)
{
    ToolSelection wanted {options.tools, options.only_tools, options.without_tools};
    wanted.keeps_checkpoints = options.keeps_checkpoints;
    wanted.obeyed = options.server_files;
    wanted.obeyed.insert(
        wanted.obeyed.end(), options.obeyed_files.begin(), options.obeyed_files.end());
    for (const std::string& file :
        {options.system_file, options.load_messages, options.output_schema, options.ca_file})
        if (!file.empty() && file != "-")
            wanted.obeyed.push_back(file);
    return wanted;
}

bool is_reading_tool(const calls::ManifestTool& tool)
{
    const Json& effects = tool.effects;
    const std::string workspace = json::string_member(effects, "workspace");
    const Json& network = json::member(effects, "network");
    const auto may = [&](const char* name) {
        const Json& value = json::member(effects, name);
        return !value.is_null() && value != false;
    };
    std::error_code error;
    return !tool.changes_files && effects.is_object()
        && (workspace == "read" || workspace == "none") && (network.is_null() || network == "off")
        && !may("programs") && !may("unixSockets") && !may("writesOutside")
        && !std::filesystem::equivalent(tool.program, system::own_program(), error);
}

bool is_name_of_server_tool(const std::string& name)
{
    return name.find("__") != std::string::npos || name == "mcp_list_resources"
        || name == "mcp_read_resource";
}

static void refuse_name_of(
    const OfferedAgents& agents, const std::vector<calls::ManifestTool>& tools)
{
    for (const auto& tool : tools)
        if (tool.name == agents.entry.name)
            throw ToolError(Code::bad_request,
                "the manifest has a tool " + text::in_quotes(tool.name) + " already",
                "--agents none and --investigator off leave ours out");
}

bool only_reads(
    const options::AgentDefinition& agent, const std::vector<calls::ManifestTool>& tools)
{
    if (agent.tools == options::AgentTools::reading)
        return true;
    return std::all_of(tools.begin(), tools.end(), [&](const calls::ManifestTool& tool) {
        const bool has_it = agent.tools == options::AgentTools::all
            || text::contains(agent.tool_names, tool.name);
        return !has_it || is_reading_tool(tool);
    });
}

bool is_left_out(const ToolSelection& wanted, const std::string& name)
{
    const auto names_it = [&](const auto& list) { return text::contains(list, name); };
    return !std::all_of(wanted.only.begin(), wanted.only.end(), names_it)
        || names_it(wanted.without);
}

// Without tools of the manifest, the flag is --tools=none instead of an empty list: an agent whose
// entry names tools must not fail because they are missing.
std::vector<std::string> flags_of_tools(std::vector<std::string> names, const ToolSelection& wanted)
{
    const std::string skill = options::skill_tool;
    const bool has_skills = wanted.has_skills && !is_left_out(wanted, skill);
    if (names.empty() && has_skills)
        return {"--tools=none"};
    if (names.empty())
        return {"--tools=none", "--without-tools=" + skill};
    if (has_skills)
        names.push_back(skill);
    std::string all;
    for (const auto& name : names)
        all += (all.empty() ? "" : ",") + name;
    return {"--only-tools=" + all};
}

// Returns the tool that starts the agents of a run with these tools.
static calls::ManifestTool tool_of(
    const ToolSelection& wanted, const std::vector<calls::ManifestTool>& tools)
{
    const OfferedAgents& agents = *wanted.agents;
    calls::ManifestTool entry = agents.entry;
    std::vector<std::string> names;
    names.reserve(tools.size() + 1);
    for (const auto& tool : tools)
        names.push_back(tool.name);
    for (auto& flag : flags_of_tools(std::move(names), wanted))
        entry.command.push_back(std::move(flag));
    entry.reading.parameter = "agent";
    for (const auto& agent : agents.agents)
        if (only_reads(agent, tools))
            entry.reading.values.insert(agent.name);
    entry.asks_for_its_calls = true;
    entry.changes_files = entry.reading.values.size() < agents.agents.size();
    entry.effects = {{"workspace", entry.changes_files ? "write" : "read"}, {"network", "on"},
        {"sandbox", "none"}};
    if (entry.changes_files)
        entry.effects["programs"] = true;
    return entry;
}

static void mark_tools(std::vector<calls::ManifestTool>& tools, const std::string& agent)
{
    for (auto& tool : tools)
        tool.settings.push_back(std::string(mark_of_agent) + "=" + (agent.empty() ? "1" : agent));
}

static std::vector<std::string> names_of(
    const std::vector<calls::ManifestTool>& tools, const ToolSelection& wanted)
{
    std::vector<std::string> names;
    names.reserve(tools.size() + 1);
    for (const auto& tool : tools)
        names.push_back(tool.name);
    if (wanted.agents || !wanted.agent.empty()) // flags of the run may name it
        names.emplace_back(agent_tool_name);
    return names;
}

// Throws BAD_REQUEST for a name in the lists that no tool has. An agent of a run without tools may
// name tools of the manifest.
static void check_names(const ToolSelection& wanted, const ManifestChoice& choice)
{
    if (!wanted.agent.empty() && wanted.manifest == "none")
        return;
    auto lists = wanted.only;
    lists.push_back(wanted.without);
    for (const auto& list : lists)
        for (const auto& name : list) {
            if (!text::contains(choice.names, name)
                && !(wanted.has_skills && name == options::skill_tool)
                && !(wanted.has_tasks && name == tasks::task_tool_name)
                && !(wanted.has_servers && is_name_of_server_tool(name)))
                throw ToolError(Code::bad_request, "there is no tool " + text::in_quotes(name),
                    choice.note.empty() ? text::did_you_mean(
                        name, choice.names, "'agentcli capabilities' lists the tools")
                                        : choice.note);
        }
}

ManifestChoice choose_tools(const ToolSelection& wanted_tools)
{
    ManifestChoice choice = choose_manifest(wanted_tools.manifest);
    for (const std::string& file : wanted_tools.obeyed)
        choice.obeyed.push_back(absolute_path(file));
    std::vector<calls::ManifestTool>& tools = choice.tools;
    if (wanted_tools.agents)
        refuse_name_of(*wanted_tools.agents, tools);
    choice.names = names_of(tools, wanted_tools);
    check_names(wanted_tools, choice);
    if (wanted_tools.is_read_only)
        std::erase_if(tools, [](const auto& tool) { return !is_reading_tool(tool); });
    if (wanted_tools.is_read_only || !wanted_tools.agent.empty())
        mark_tools(tools, wanted_tools.agent);
    std::erase_if(tools, [&](const auto& tool) { return is_left_out(wanted_tools, tool.name); });
    if (!wanted_tools.agents)
        return choice;
    choice.agent_tool = tool_of(wanted_tools, tools);
    if (!wanted_tools.is_read_only && !is_left_out(wanted_tools, choice.agent_tool->name))
        tools.push_back(*choice.agent_tool);
    return choice;
}

}
