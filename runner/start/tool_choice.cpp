#include "runner/start/tool_choice.hpp"

#include "runner/start/investigator_entry.hpp"
#include "runner/start/other_servers.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::start {

using namespace agent;
using namespace toolkit;

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
            if (!text::contains(names, name)
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
