#include "runner/manifest/tool_choice.hpp"

#include "runner/manifest/investigator_entry.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

// The next run would obey what a tool wrote into one of these files as if the operator had.
ToolSelection tool_selection_of(const options::Options& options)
{
    ToolSelection wanted {options.tools, options.only_tools, options.without_tools};
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

static void add_investigator(
    const calls::ManifestTool& investigator, std::vector<calls::ManifestTool>& tools)
{
    for (const auto& tool : tools)
        if (tool.name == investigator.name)
            throw ToolError(Code::bad_request,
                "the manifest has a tool " + text::in_quotes(tool.name) + " already",
                "--investigator off leaves ours out");
    tools.push_back(investigator);
}

static void keep_reading_tools(std::vector<calls::ManifestTool>& tools)
{
    std::erase_if(tools, [](const auto& tool) { return !is_reading_tool(tool); });
    for (auto& tool : tools)
        tool.settings.push_back(std::string(mark_of_investigation) + "=1");
}

ManifestChoice choose_tools(const ToolSelection& wanted_tools)
{
    ManifestChoice choice = choose_manifest(wanted_tools.manifest);
    for (const std::string& file : wanted_tools.obeyed)
        choice.obeyed.push_back(absolute_path(file));
    std::vector<calls::ManifestTool>& tools = choice.tools;
    if (wanted_tools.investigator)
        add_investigator(*wanted_tools.investigator, tools);
    std::vector<std::string> names;
    names.reserve(tools.size());
    for (const auto& tool : tools)
        names.push_back(tool.name);
    auto lists = wanted_tools.only;
    lists.push_back(wanted_tools.without);
    for (const auto& list : lists)
        for (const auto& name : list) {
            if (!text::contains(names, name) && !(wanted_tools.has_skills && name == "skill")
                && !(wanted_tools.has_servers && is_name_of_server_tool(name)))
                throw ToolError(Code::bad_request, "there is no tool " + text::in_quotes(name),
                    choice.note.empty()
                        ? text::did_you_mean(name, names, "'agentcli capabilities' lists the tools")
                        : choice.note);
        }
    choice.names = std::move(names);
    if (wanted_tools.is_read_only)
        keep_reading_tools(tools);
    std::erase_if(tools, [&](const calls::ManifestTool& tool) {
        const auto names_it = [&](const auto& list) { return text::contains(list, tool.name); };
        return !std::all_of(wanted_tools.only.begin(), wanted_tools.only.end(), names_it)
            || names_it(wanted_tools.without);
    });
    return choice;
}

}
