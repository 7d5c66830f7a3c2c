#include "frontends/chat/operator_calls.hpp"

#include "agent/calls/manifest_source.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/start/run_skills.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/image.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

static const char* what_is_missing(OperatorCalls::Role role)
{
    switch (role) {
    case OperatorCalls::Role::read: return "reads files for you (roles.read)";
    case OperatorCalls::Role::list: return "lists files for you (roles.list)";
    case OperatorCalls::Role::run: return "runs commands for you (roles.run)";
    case OperatorCalls::Role::agent: break;
    }
    return "has agents";
}

static std::vector<calls::ManifestTool> tools_with_roles(
    const manifest::ManifestChoice& choice, const std::map<OperatorCalls::Role, std::string>& names)
{
    std::vector<calls::ManifestTool> served;
    for (const auto* list : {&choice.tools, &choice.for_operator})
        for (const auto& tool : *list)
            for (const auto& [role, name] : names)
                if (tool.name == name
                    && std::none_of(served.begin(), served.end(),
                        [&](const auto& one) { return one.name == tool.name; }))
                    served.push_back(tool);
    return served;
}

// Answers are not limited, and images are removed from them.
static constexpr calls::AnswerLimits images_alone {0, text::max_image, true};

// Returns the tool of the agents as the model has it, and after it those that agents may use: they
// have no more tools if the operator calls them, and their calls are approved as calls of these.
// Returns no tools if there are no agents.
static std::vector<calls::ManifestTool> tools_of_agents(
    const start::RunConfig& config, const calls::CallDependencies& by)
{
    if (!config.tools.agents)
        return {};
    manifest::ToolSelection wanted = start::tools_of(config);
    wanted.has_servers = true; // names of their tools are harmless
    manifest::ManifestChoice choice = manifest::choose_tools(wanted);
    std::erase_if(
        choice.tools, [&](const auto& tool) { return tool.name == choice.agent_tool->name; });
    manifest::set_run(*choice.agent_tool, by.audit.run_name(), choice.obeyed);
    choice.tools.insert(choice.tools.begin(), std::move(*choice.agent_tool));
    return std::move(choice.tools);
}

// Returns the skills that agents may use, as their calls are approved.
static std::unique_ptr<skills::SkillSource> skills_of_agents(const start::RunConfig& config)
{
    if (!config.tools.agents || !config.offers_skills)
        return nullptr;
    return start::skills_of_run(config.tools, {}).source;
}

static std::vector<calls::ToolSource*> sources_of(
    calls::ToolSource& source, skills::SkillSource* skills)
{
    std::vector<calls::ToolSource*> sources {&source};
    if (skills != nullptr)
        sources.push_back(skills);
    return sources;
}

struct OperatorCalls::Tools {
    Tools(manifest::ManifestChoice choice, const start::RunConfig& config,
        const calls::CallDependencies& by)
        : names {{Role::read, choice.read}, {Role::list, choice.list}, {Role::run, choice.run}}
        , protection(obeyed_by(choice, config), by.cancel)
        , source(tools_of(choice, config, by), config.tool_timeout, protection, by.redaction,
              {.limits = images_alone})
        , skills(skills_of_agents(config))
        , limiter(images_alone, ".")
        , belt(sources_of(source, skills.get()), with_limiter(by, limiter))
    {
        if (config.tools.agents)
            names[Role::agent] = config.tools.agents->entry.name;
    }

    static calls::CallDependencies with_limiter(
        calls::CallDependencies by, calls::AnswerLimiter& limiter)
    {
        by.limiter = &limiter;
        return by;
    }

    static std::vector<std::string> obeyed_by(
        const manifest::ManifestChoice& choice, const start::RunConfig& config)
    {
        std::vector<std::string> files = choice.obeyed;
        for (const auto& file : config.tools.obeyed)
            files.push_back(manifest::absolute_path(file));
        return files;
    }

    std::vector<calls::ManifestTool> tools_of(const manifest::ManifestChoice& choice,
        const start::RunConfig& config, const calls::CallDependencies& by) const
    {
        std::vector<calls::ManifestTool> served = tools_with_roles(choice, names);
        for (auto& tool : tools_of_agents(config, by))
            if (std::none_of(served.begin(), served.end(),
                    [&](const auto& one) { return one.name == tool.name; }))
                served.push_back(std::move(tool));
        return served;
    }

    std::map<Role, std::string> names; // empty if there is none
    calls::Protection protection;
    calls::ManifestSource source;
    std::unique_ptr<skills::SkillSource> skills; // null: none
    calls::AnswerLimiter limiter;
    calls::Toolbelt belt;
};

OperatorCalls::OperatorCalls(const start::RunConfig& config, const calls::CallDependencies& by)
    : config(config)
    , by(by)
{
}

OperatorCalls::~OperatorCalls() = default;

OperatorCalls::Tools& OperatorCalls::tools()
{
    if (!known)
        known
            = std::make_unique<Tools>(manifest::choose_manifest(config.tools.manifest), config, by);
    return *known;
}

const std::string& OperatorCalls::name_of(Role role)
{
    const std::string& name = tools().names[role];
    if (name.empty())
        throw ToolError(
            Code::unsupported, std::string("no tool of the manifest ") + what_is_missing(role));
    return name;
}

const calls::OfferedTool& OperatorCalls::tool_of(Role role)
{
    return *tools().belt.tool_called(name_of(role));
}

calls::ToolAnswer OperatorCalls::call(Role role, const Json& request, const Follow& follow)
{
    model::ToolCall call;
    call.name = name_of(role);
    call.arguments = request.dump();
    calls::PreparedCall prepared = tools().belt.prepare(call);
    prepared.by = "operator";
    prepared.is_trusted = true;
    if (follow)
        follow(prepared);
    calls::ToolAnswer answer;
    tools().belt.run(
        {std::move(prepared)}, [&](std::size_t, const calls::ToolAnswer& one) { answer = one; });
    return answer;
}

void OperatorCalls::renew_agents()
{
    if (!known)
        return;
    if (auto tools = tools_of_agents(config, by); !tools.empty())
        known->source.start_otherwise(tools.front().name, std::move(tools.front().command),
            std::move(tools.front().settings));
}

Json answer_of_tool(const std::string& content)
{
    try {
        return json::parse_bounded(content);
    } catch (const ToolError&) {
        return {};
    }
}

}
