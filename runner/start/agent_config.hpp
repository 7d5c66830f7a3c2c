#pragma once

#include "runner/options/agent_definitions.hpp"
#include "runner/options/options.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

using namespace agent;

// Returns the options of a run with the profile of the agent, if it names one. The manifest stays
// that of the run. Throws BAD_REQUEST if there is no such profile.
options::OptionsOfProfile options_for(
    const options::AgentDefinition& agent, const options::Options& options);

// Throws, naming no path, if the agent has a file with its prompt that cannot be used.
void check_prompt(const options::AgentDefinition& agent);

// Sets what the agent says about its conversation: the system message, the model, the tools among
// those of the run, and the schema of the answer. Its tools cannot change the file of its prompt.
// It has no AGENTS.md and no MCP servers, and begins no other agent. Throws what check_prompt()
// throws.
void become(const options::AgentDefinition& agent, RunConfig& config);

}
