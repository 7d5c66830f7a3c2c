#pragma once

#include "agent/workflow/library.hpp"
#include "runner/options/agent_definitions.hpp"
#include "runner/options/options.hpp"
#include "runner/start/agent_config.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;
using namespace runner;

// The settings that the `agent` of an llm step gives it: an agent or a profile of the user's
// config.
struct Agent {
    start::RunConfig config;
    bool has_model = false; // it names a model
    bool has_tools = false; // it names its tools
    std::chrono::milliseconds time {}; // the time limit of a step; 0: that of the step itself
};

// Returns the secrets in the URLs of their servers, which no output may contain.
std::vector<std::string> secrets_of_agents(
    const options::Options& options, const std::vector<Chosen>& workflows);

// The agents and profiles that workflows name. One that cannot be used throws when it is requested.
class Agents {
public:
    // `config_of` returns the RunConfig for options. An agent of the user's config has precedence
    // over a profile with its name.
    template<class ConfigOf>
    Agents(const options::Options& options, const std::vector<Chosen>& workflows,
        const ConfigOf& config_of)
    {
        for (const auto& name : agents_in(workflows)) {
            try {
                const auto configured = configured_agent(name, options);
                const auto profiled = configured ? start::options_for(*configured, options)
                                                 : options::with_profile(options, name);
                add(name, profiled, config_of(profiled.options));
                if (configured)
                    become(*configured, std::get<Agent>(agents.at(name)));
            } catch (const ToolError& error) {
                agents.emplace(name, error);
            }
        }
    }

    // Returns nullptr if the step has no agent. Throws BAD_REQUEST if its agent cannot be used.
    const Agent* of(const Step& step, const Workflow& workflow) const;

    // Protects the files that control the run and its agents from the tools of all of them.
    void protect_files(start::RunConfig& run);

private:
    static std::optional<options::AgentDefinition> configured_agent(
        const std::string& name, const options::Options& options);
    static void become(const options::AgentDefinition& configured, Agent& agent);
    void add(const std::string& name, const options::OptionsOfProfile& profiled,
        start::RunConfig config);

    std::map<std::string, std::variant<Agent, ToolError>> agents;
};

// Returns the model of a step: its own, or that of its agent, of the workflow, of the workflow's
// agent, or `usual`, which also replaces the model of an agent that cannot be used.
std::string model_of(
    const Step& step, const Workflow& workflow, const Agents& agents, const std::string& usual);

}
