#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/manifest.hpp"
#include "runner/options/agent_definitions.hpp"
#include "runner/options/options.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

// Set in the environment of all that an agent starts, to its name.
inline constexpr const char* mark_of_agent = "AGENTCLI_AGENT";

// The tool by which a model gives agents tasks.
inline constexpr const char* agent_tool_name = "agent";

// Adds what the process of an agent has of its run alone: the name of the run in the audit trail,
// and the files that the run has obeyed, which the agent's tools cannot change either.
void set_run(calls::ManifestTool& entry, const std::string& run_name,
    const std::vector<std::string>& obeyed);

// Returns the files that the run which began this process has obeyed; empty without a run.
std::vector<std::string> files_obeyed_by_run();

// True if this process was started by an agent: it can start no other one.
bool is_within_agent();

// `agentcli investigate` as an entry of a manifest, and the schema of its requests.
calls::ManifestTool plain_entry_of_investigator();

// Returns the schema of the requests of the tool "agent": {"agent", "task", "paths"?}.
Json schema_of_agent_requests(const std::vector<options::AgentDefinition>& agents);

// The agents that a model is offered, and the tool by which it is.
struct OfferedAgents {
    calls::ManifestTool entry;
    std::vector<options::AgentDefinition> agents;
};

// Returns the agents that the flags of a run choose, or nullopt for none: those that --agents
// names, by default those of the user's config; and with --investigator on the built-in one. None
// within an agent, nor in a replay: an agent asks a server. Throws BAD_REQUEST if the config or a
// name is wrong.
std::optional<OfferedAgents> offered_agents(const options::Options& options);

// What a run may have set since its flags were read: agents use the same server and model, ask as
// often, and have no more time, tokens or money.
struct AgentBounds {
    std::string base_url;
    std::string api_key;
    std::string key_variable = {}; // that has the key; empty: one of the usual names
    std::vector<std::string> headers = {}; // "Name: value"
    std::string model = {};
    std::string fallback_model = {}; // empty: none
    calls::Approve approve = calls::Approve::never;
    std::int64_t tokens = 0; // 0: no limit
    std::chrono::milliseconds time {}; // likewise
    double cost = 0; // likewise
};

// An agent gets the key of the run by the variable that it is named for, so that a profile of the
// agent with another server does not use it.
void set_bounds(calls::ManifestTool& entry, const AgentBounds& bounds);
}
