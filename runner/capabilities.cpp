#include "runner/capabilities.hpp"

#include "runner/model/chat.hpp"
#include "runner/output.hpp"
#include "runner/stop.hpp"
#include "runner/tool_choice.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

static bool runs_programs(const ManifestTool& tool) { return member(tool.effects, "programs") == true; }

static bool has_network(const ManifestTool& tool)
{
    const std::string network = string_member(tool.effects, "network");
    return !network.empty() && network != "off";
}

static std::string sentence(const ManifestTool& tool)
{
    if (tool.effects.is_null())
        return std::string("its manifest entry does not say what it can do")
            + (tool.changes_files ? ", but that it changes files" : "");
    const std::string workspace = string_member(tool.effects, "workspace");
    std::string text = workspace == "write" ? "reads and changes the workspace"
        : workspace == "read"               ? "reads the workspace"
                                            : "touches no file";
    text += runs_programs(tool) ? "; runs any program, by the policy " + string_member(tool.effects, "policy")
                                : "; runs no program";
    text += has_network(tool) ? "; has the network" : "; no network";
    return text + "; sandbox: " + string_member(tool.effects, "sandbox");
}

static std::vector<std::string> warnings_of(const ManifestTool& tool)
{
    if (tool.effects.is_null())
        return {tool.name + " may do whatever its user can"};
    std::vector<std::string> warnings;
    if (runs_programs(tool))
        warnings.push_back(tool.name
            + (string_member(tool.effects, "policy") == "unrestricted"
                    ? " runs arbitrary commands, and nothing confines them"
                    : " runs arbitrary commands, within its policy"));
    if (has_network(tool))
        warnings.push_back(tool.name + " can reach the network: what it can read, it can send away");
    return warnings;
}

int run_capabilities(const Options& options, const Secrets& secrets)
{
    const Redaction redaction(secrets);
    const Output output(redaction, Debug::off);
    Json tools = Json::array();
    Json warnings = Json::array();
    std::size_t width = 0;
    const std::vector<ManifestTool> chosen = choose_tools(options);
    for (const auto& tool : chosen)
        width = std::max(width, tool.name.size() + 2);
    for (const auto& tool : chosen) {
        for (auto& warning : warnings_of(tool))
            warnings.push_back(std::move(warning));
        tools.push_back({{"name", tool.name}, {"changesFiles", tool.changes_files}, {"effects", tool.effects},
            {"text", sentence(tool)}});
    }
    if (options.json) {
        output.line({{"tools", std::move(tools)}, {"warnings", std::move(warnings)}});
        return static_cast<int>(Reason::answered);
    }
    for (const auto& tool : tools) {
        std::string left = string_member(tool, "name");
        left.resize(width, ' ');
        output.answer(left + without_controls(string_member(tool, "text")));
    }
    for (const auto& warning : warnings)
        output.answer("warning: " + warning.get<std::string>());
    return static_cast<int>(Reason::answered);
}
