#include "agent/calls/capabilities.hpp"

#include "agent/calls/describe_tools.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace agent::calls {

using namespace toolkit;

namespace {

// What a tool can do, and the source of that information.
struct Ability {
    const ManifestTool& tool;
    Json effects;
    enum class Source { command, manifest, none } source;
};

}

static std::vector<Ability> abilities_of(
    const std::vector<ManifestTool>& tools, system::Cancel& cancel)
{
    std::vector<ManifestTool> telling;
    std::copy_if(tools.begin(), tools.end(), std::back_inserter(telling),
        [](const ManifestTool& tool) { return can_be_asked(tool); });
    const std::vector<Json> descriptions = describe(telling, cancel);
    std::vector<Ability> result;
    auto described = descriptions.begin();
    for (const auto& tool : tools) {
        const Json effects = can_be_asked(tool) ? json::member(*described++, "effects") : Json();
        result.push_back(effects.is_object() ? Ability {tool, effects, Ability::Source::command}
                : tool.effects.is_null()     ? Ability {tool, {}, Ability::Source::none}
                                         : Ability {tool, tool.effects, Ability::Source::manifest});
    }
    return result;
}

static bool runs_programs(const Json& effects) { return json::member(effects, "programs") == true; }

static bool has_network(const Json& effects)
{
    const std::string network = json::string_member(effects, "network");
    return !network.empty() && network != "off";
}

static std::string sentence(const Ability& ability)
{
    const Json& effects = ability.effects;
    if (effects.is_null())
        return std::string("its manifest entry does not say what it can do")
            + (ability.tool.changes_files ? ", but that it changes files" : "");
    const std::string workspace = json::string_member(effects, "workspace");
    const std::string root = json::string_member(effects, "root");
    const std::string place = root.empty() ? "the workspace" : root;
    std::string text = workspace == "write" ? "reads and changes " + place
        : workspace == "read"               ? "reads " + place
                                            : "touches no file";
    text += runs_programs(effects)
        ? "; runs any program, by the policy " + json::string_member(effects, "policy")
        : "; runs no program";
    text += has_network(effects) ? "; has the network" : "; no network";
    text += json::member(effects, "unixSockets") == true ? "; has Unix sockets" : "";
    text += json::member(effects, "writesOutside") == true ? "; changes other directories" : "";
    return text + "; sandbox: " + json::string_member(effects, "sandbox");
}

static std::vector<std::string> warnings_of(const Ability& ability)
{
    const std::string& name = ability.tool.name;
    const Json& effects = ability.effects;
    if (effects.is_null())
        return {name + " may do whatever its user can"};
    std::vector<std::string> warnings;
    if (runs_programs(effects))
        warnings.push_back(name
            + (json::string_member(effects, "policy") == "unrestricted"
                    ? " runs arbitrary commands, and nothing confines them"
                    : " runs arbitrary commands, within its policy"));
    if (has_network(effects))
        warnings.push_back(name + " can reach the network: what it can read, it can send away");
    if (json::member(effects, "unixSockets") == true)
        warnings.push_back(
            name + " can reach Unix sockets: a service that trusts its user does what it is told");
    if (ability.source == Ability::Source::manifest)
        warnings.push_back(name
            + " does not answer to --describe: what it can do is what its manifest entry claims");
    else if (effects != ability.tool.effects)
        warnings.push_back(
            name + " can do something else than its manifest entry says: make the manifest anew");
    return warnings;
}

static const char* name_of(Ability::Source source)
{
    return source == Ability::Source::command ? "command"
        : source == Ability::Source::manifest ? "manifest"
                                              : "none";
}

Json capabilities_of(const std::vector<ManifestTool>& asked, system::Cancel& cancel)
{
    const std::vector<Ability> abilities = abilities_of(asked, cancel);
    Json tools = Json::array();
    Json warnings = Json::array();
    for (const auto& ability : abilities) {
        for (auto& warning : warnings_of(ability))
            warnings.push_back(std::move(warning));
        tools.push_back({{"name", ability.tool.name}, {"changesFiles", ability.tool.changes_files},
            {"effects", ability.effects}, {"saidBy", name_of(ability.source)},
            {"text", sentence(ability)}});
    }
    return {{"tools", std::move(tools)}, {"warnings", std::move(warnings)}};
}

}
