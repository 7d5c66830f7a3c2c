#pragma once

#include "runner/options/options.hpp"
#include "runner/start/run_config.hpp"
#include "runner/workflow/library.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace runner::workflow {

using namespace agent;

// What a step of the kind llm has by its `agent`, a profile of the user's config.
struct Agent {
    start::RunConfig config;
    bool has_model = false; // it names one
    bool has_tools = false; // it says which
    std::chrono::milliseconds time {}; // that a step may take; 0: as long as the step says
};

// The name of the profile: of the step, else of the workflow; empty for none.
std::string agent_of(const Step& step, const Workflow& workflow);

// The names of all of them, each once.
std::vector<std::string> agents_in(const std::vector<Chosen>& workflows);

// What no output may contain: the secrets in the URLs of their servers.
std::vector<std::string> secrets_of_agents(
    const options::Options& options, const std::vector<Chosen>& workflows);

// Those that workflows name. One that cannot be used throws when it is asked for.
class Agents {
public:
    // `config_of` makes what a run has of options.
    template<class ConfigOf>
    Agents(const options::Options& options, const std::vector<Chosen>& workflows,
        const ConfigOf& config_of)
    {
        for (const auto& name : agents_in(workflows)) {
            try {
                const auto profiled = options::with_profile(options, name);
                add(name, profiled, config_of(profiled.options));
            } catch (const ToolError& error) {
                agents.emplace(name, error);
            }
        }
    }

    // nullptr if the step has none. Throws BAD_REQUEST.
    const Agent* of(const Step& step, const Workflow& workflow) const;

    // What they and the run itself obey, no tool of any of them may change.
    void protect_files(start::RunConfig& run);

private:
    void add(const std::string& name, const options::OptionsOfProfile& profiled,
        start::RunConfig config);

    std::map<std::string, std::variant<Agent, ToolError>> agents;
};

// The model that a step asks: its own, that of its agent, of the workflow, of the workflow's agent,
// or `usual`. Of an agent that cannot be used it is `usual`.
std::string model_of(
    const Step& step, const Workflow& workflow, const Agents& agents, const std::string& usual);

}
