#pragma once

#include "agent/workflow/problems.hpp"
#include "frontends/workflow/agents.hpp"
#include "runner/manifest/manifest_choice.hpp"

#include <map>
#include <string>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

// Checks and describes the llm steps before the first step runs.
class ModelPlan {
public:
    // With `replays`, no model is asked: none has to be named.
    ModelPlan(const start::RunConfig& config, const Agents& agents, bool replays = false)
        : config(config)
        , agents(agents)
        , replays(replays)
    {
    }

    // Adds a problem for a profile that is missing or cannot be used, for a step whose model nobody
    // names, and for each tool that the manifest does not have.
    void find_obstacles(const Step& step, const Chosen& chosen, Problems& problems);

    // Adds to `entry` the model, its tools, and which of their calls need approval.
    void describe(const Step& step, const Workflow& workflow, Json& entry) const;

private:
    const manifest::ManifestChoice& choice_of(const std::string& name, const Agent* agent);
    manifest::ToolSelection selection_of(const Agent* agent) const;

    const start::RunConfig& config;
    const Agents& agents;
    const bool replays;
    std::map<std::string, manifest::ManifestChoice> choices; // chosen tools, by agent
};

}
