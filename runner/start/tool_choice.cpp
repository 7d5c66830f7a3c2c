#include "runner/start/tool_choice.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

ManifestChoice choose_tools(const Options& options)
{
    ManifestChoice choice = choose_manifest(options.tools);
    std::vector<ManifestTool>& tools = choice.tools;
    std::vector<std::string> names;
    names.reserve(tools.size());
    for (const auto& tool : tools)
        names.push_back(tool.name);
    for (const auto* wanted : {&options.only_tools, &options.without_tools})
        for (const auto& name : *wanted) {
            if (!contains(names, name))
                throw ToolError(Code::bad_request, "there is no tool " + in_quotes(name),
                    choice.note.empty() ? did_you_mean(name, names, "--capabilities lists the tools")
                                        : choice.note);
        }
    std::erase_if(tools, [&](const ManifestTool& tool) {
        return (!options.only_tools.empty() && !contains(options.only_tools, tool.name))
            || contains(options.without_tools, tool.name);
    });
    return choice;
}
