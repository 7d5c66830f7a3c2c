#include "runner/start/agent_config.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <cstddef>
#include <string>

namespace runner::start {

using namespace agent;
using namespace toolkit;

options::OptionsOfProfile options_for(
    const options::AgentDefinition& agent, const options::Options& options)
{
    if (agent.profile.empty())
        return {options};
    options::OptionsOfProfile own = options::with_profile(options, agent.profile);
    own.options.tools = options.tools;
    return own;
}

// The reader may be a model, which does not need the path of the config.
static std::string without_path(std::string text, const std::string& path)
{
    const std::string quoted = " " + text::in_quotes(path);
    if (const std::size_t found = text.find(quoted); found != std::string::npos)
        text.erase(found, quoted.size());
    return text;
}

void check_prompt(const options::AgentDefinition& agent)
try {
    if (agent.prompt_file.empty())
        return;
    const std::string prompt
        = system::read_found_file(agent.prompt_file, "its promptFile", options::max_agent_prompt);
    if (text::stripped(prompt).empty())
        throw ToolError(Code::bad_request, "its promptFile is empty");
} catch (const ToolError& error) {
    if (error.code == Code::internal) // "interrupted"
        throw;
    throw ToolError(error.code,
        "the agent " + text::in_quotes(agent.name)
            + " has no prompt: " + without_path(error.message, agent.prompt_file),
        "the file is named by 'promptFile' of its entry in the user's config.json, and has at "
        "most "
            + std::to_string(options::max_agent_prompt) + " bytes");
}

void become(const options::AgentDefinition& agent, RunConfig& config)
{
    check_prompt(agent);
    config.servers.clear();
    config.tools.has_servers = true; // flags of the run may name tools of servers
    config.beginning.system = agent.prompt;
    config.beginning.system_file = agent.prompt_file;
    config.beginning.agents_md = false; // files in the workspace give no instructions
    if (!agent.model.empty())
        config.chat.model = agent.model;
    config.tools.agents.reset();
    config.tools.has_skills = true; // its list may name skills, whether they are offered or not
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
