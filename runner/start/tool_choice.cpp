#include "runner/start/tool_choice.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

ManifestChoice choose_tools(const ToolSelection& wanted_tools)
{
    ManifestChoice choice = choose_manifest(wanted_tools.manifest);
    std::vector<ManifestTool>& tools = choice.tools;
    std::vector<std::string> names;
    names.reserve(tools.size());
    for (const auto& tool : tools)
        names.push_back(tool.name);
    for (const auto* wanted : {&wanted_tools.only, &wanted_tools.without})
        for (const auto& name : *wanted) {
            if (!contains(names, name))
                throw ToolError(Code::bad_request, "there is no tool " + in_quotes(name),
                    choice.note.empty() ? did_you_mean(name, names, "--capabilities lists the tools")
                                        : choice.note);
        }
    std::erase_if(tools, [&](const ManifestTool& tool) {
        return (!wanted_tools.only.empty() && !contains(wanted_tools.only, tool.name))
            || contains(wanted_tools.without, tool.name);
    });
    return choice;
}
