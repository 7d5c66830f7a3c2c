#include "frontends/workflow/agents.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/web/route.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace frontends::workflow {

using namespace runner;

static std::optional<options::AgentDefinition> configured_in(
    const options::Options& options, const std::string& name)
{
    for (auto& agent : options::configured_agents(options.config_files))
        if (agent.name == name)
            return std::move(agent);
    return std::nullopt;
}

std::vector<std::string> secrets_of_agents(
    const options::Options& options, const std::vector<Chosen>& workflows)
{
    std::vector<std::string> secrets;
    for (const auto& name : agents_in(workflows)) {
        try {
            const auto configured = configured_in(options, name);
            const auto profiled = configured ? start::options_for(*configured, options)
                                             : options::with_profile(options, name);
            for (auto& secret : web::secrets_of_url(profiled.options.base_url))
                secrets.push_back(std::move(secret));
        } catch (const ToolError&) { // an agent that cannot be used sends nothing
        }
    }
    return secrets;
}

void Agents::add(
    const std::string& name, const options::OptionsOfProfile& profiled, start::RunConfig config)
{
    const auto sets = [&](const char* flag) { return profiled.flags.contains(flag); };
    Agent agent {.config = std::move(config)};
    agent.has_model = sets("model");
    agent.has_tools = sets("tools") || sets("only-tools") || sets("without-tools")
        || ((sets("investigator") || sets("agents")) && agent.config.tools.agents);
    if (sets("max-seconds"))
        agent.time = agent.config.limits.time;
    if (!sets("output-schema"))
        agent.config.output_schema_file.clear();
    agents.emplace(name, std::move(agent));
}

std::optional<options::AgentDefinition> Agents::configured_agent(
    const std::string& name, const options::Options& options)
{
    return configured_in(options, name);
}

// Applies a configured agent. Like a profile, it has its own limits, in addition to those of the
// workflow.
void Agents::become(const options::AgentDefinition& configured, Agent& agent)
{
    start::become(configured, agent.config);
    agent.has_model = agent.has_model || !configured.model.empty();
    agent.has_tools = true;
    start::TurnLimits& limits = agent.config.limits;
    limits.steps = configured.max_steps;
    limits.calls = configured.max_calls;
    limits.tokens = limits.tokens > 0 ? std::min(limits.tokens, configured.max_total_tokens)
                                      : configured.max_total_tokens;
    limits.counts_requests = true;
    agent.time = configured.max_time;
}

const Agent* Agents::of(const Step& step, const Workflow& workflow) const
{
    const auto found = agents.find(agent_of(step, workflow));
    if (found == agents.end())
        return nullptr;
    if (const auto* const error = std::get_if<ToolError>(&found->second))
        throw ToolError(*error);
    return &std::get<Agent>(found->second);
}

static void add_files(std::vector<std::string>& files, const manifest::ToolSelection& tools)
{
    std::vector<std::string> more = tools.obeyed;
    if (!tools.manifest.empty())
        more.push_back(tools.manifest);
    for (auto& file : more)
        if (!text::contains(files, file))
            files.push_back(std::move(file));
}

void Agents::protect_files(start::RunConfig& run)
{
    std::vector<std::string> files;
    add_files(files, run.tools);
    for (const auto& [name, agent] : agents)
        if (const auto* const usable = std::get_if<Agent>(&agent))
            add_files(files, usable->config.tools);
    run.tools.obeyed = files;
    for (auto& [name, agent] : agents)
        if (auto* const usable = std::get_if<Agent>(&agent))
            usable->config.tools.obeyed = files;
}

std::string model_of(
    const Step& step, const Workflow& workflow, const Agents& agents, const std::string& usual)
try {
    const Agent* const agent = agents.of(step, workflow);
    const std::string of_agent = agent == nullptr ? usual : agent->config.chat.model;
    const bool is_of_step
        = agent != nullptr && agent->has_model && step.own().find("agent") != nullptr;
    return step.own().text(
        "model", is_of_step ? of_agent : workflow.fields.text("model", of_agent));
} catch (const ToolError&) {
    return usual;
}

}
