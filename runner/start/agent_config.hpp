#pragma once

#include "runner/options/agent_definitions.hpp"
#include "runner/options/options.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

using namespace agent;

// Returns the options with the profile of the agent, if it names one. The manifest stays the same.
// Throws BAD_REQUEST if there is no such profile.
options::OptionsOfProfile options_for(
    const options::AgentDefinition& agent, const options::Options& options);

// Throws if the file with the agent's prompt cannot be used. The message does not name the path.
void check_prompt(const options::AgentDefinition& agent);

// Applies the agent's definition to the configuration: its system message, model, tools (a subset
// of those of the run) and answer schema, but not its limits. Its tools cannot change its prompt
// file. The agent gets no AGENTS.md and no MCP servers, and cannot start other agents. Throws like
// check_prompt().
void become(const options::AgentDefinition& agent, RunConfig& config);

}
