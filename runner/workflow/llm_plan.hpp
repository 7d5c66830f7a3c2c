#pragma once

#include "runner/start/manifest_choice.hpp"
#include "runner/workflow/agents.hpp"
#include "runner/workflow/problem.hpp"

#include <map>
#include <string>

namespace runner::workflow {

// What can be known of the steps of the kind llm before the first step.
class ModelPlan {
public:
    ModelPlan(const start::RunConfig& config, const Agents& agents)
        : config(config)
        , agents(agents)
    {
    }

    // A profile that there is not or that cannot be used, and tools that the manifest does not
    // have.
    void find_obstacles(const Step& step, const Chosen& chosen, Problems& problems);

    // Who is asked, with which tools, and whether their calls are asked about.
    void describe(const Step& step, const Workflow& workflow, Json& entry) const;

private:
    const start::ManifestChoice& choice_of(const std::string& name, const Agent* agent);
    start::ToolSelection selection_of(const Agent* agent) const;

    const start::RunConfig& config;
    const Agents& agents;
    std::map<std::string, start::ManifestChoice> choices; // of tools, by agent
};

}
