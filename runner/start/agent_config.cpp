#include "runner/start/agent_config.hpp"

namespace runner::start {

using namespace agent;

options::OptionsOfProfile options_for(
    const options::AgentDefinition& agent, const options::Options& options)
{
    if (agent.profile.empty())
        return {options};
    options::OptionsOfProfile own = options::with_profile(options, agent.profile);
    own.options.tools = options.tools;
    return own;
}

void become(const options::AgentDefinition& agent, RunConfig& config)
{
    config.beginning.system = agent.prompt;
    config.beginning.system_file = agent.prompt_file;
    config.beginning.agents_md = false; // what stands in the workspace gives no instructions
    if (!agent.model.empty())
        config.chat.model = agent.model;
    config.tools.agents.reset();
    config.tools.has_skills = true; // its list may name them, whether they are offered or not
    config.tools.agent = agent.name;
    config.tools.is_read_only = agent.tools == options::AgentTools::reading;
    if (agent.tools == options::AgentTools::named)
        config.tools.only.push_back(agent.tool_names);
    if (!agent.prompt_file.empty())
        config.tools.obeyed.push_back(agent.prompt_file);
    config.output_schema_file.clear();
    config.output_schema = agent.output_schema;
}

}
