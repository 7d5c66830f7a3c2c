#include "runner/commands/capabilities.hpp"

#include "agent/calls/capabilities.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

int run_capabilities(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    const manifest::ManifestChoice choice
        = manifest::choose_tools(manifest::tool_selection_of(options));
    const std::vector<calls::ManifestTool>& tools = choice.tools;
    if (!choice.note.empty())
        output.note(choice.note);
    const Json result = calls::capabilities_of(tools, cancel);
    if (options.json) {
        output.line(result);
        return static_cast<int>(loop::Reason::answered);
    }
    std::size_t width = 0;
    for (const auto& tool : tools)
        width = std::max(width, tool.name.size() + 2);
    for (const auto& tool : result.at("tools")) {
        std::string left = json::string_member(tool, "name");
        left.resize(width, ' ');
        output.answer(left + terminal::without_controls(json::string_member(tool, "text")));
    }
    for (const auto& warning : result.at("warnings"))
        output.answer("warning: " + warning.get<std::string>());
    return static_cast<int>(loop::Reason::answered);
}

}
