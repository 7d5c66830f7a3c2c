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

// Environment variable that is set to the agent's name in all processes that an agent starts.
inline constexpr const char* mark_of_agent = "AGENTCLI_AGENT";

// Name of the tool with which a model gives tasks to agents.
inline constexpr const char* agent_tool_name = "agent";

// Adds to the entry what an agent's process needs to know about its run: the name of the run in the
// audit trail, and the files from which the run has taken instructions or settings, which the
// agent's tools must not change either.
void set_run(calls::ManifestTool& entry, const std::string& run_name,
    const std::vector<std::string>& obeyed);

// Returns the files that set_run() passed to this process; empty if no run started it.
std::vector<std::string> files_obeyed_by_run();

// Returns true if this process was started by an agent. It must not start another agent.
bool is_within_agent();

// Returns `agentcli investigate` as an entry of a manifest, with the schema of its requests but
// without any flags of a run.
calls::ManifestTool plain_entry_of_investigator();

// Returns the schema of the requests of the tool "agent": {"agent", "task", "paths"?}.
Json schema_of_agent_requests(const std::vector<options::AgentDefinition>& agents);

// The agents that a model can use, and the tool with which it does.
struct OfferedAgents {
    calls::ManifestTool entry;
    std::vector<options::AgentDefinition> agents;
};

// Returns the agents that the flags of a run choose: those that --agents names, by default those of
// the user's config; and with --investigator the built-in one. Returns nullopt if there are none,
// within an agent, and in a replay, since an agent needs a server. Throws BAD_REQUEST if the config
// is invalid or a name is unknown.
std::optional<OfferedAgents> offered_agents(const options::Options& options);

// Settings that a run may have changed after its flags were read. Agents use the same server and
// model, need the same approvals, and have no more time, tokens or money.
struct AgentBounds {
    std::string base_url;
    std::string api_key;
    std::string key_variable = {}; // variable that contains the key; empty: one of the usual names
    std::vector<std::string> headers = {}; // "Name: value"
    std::string model = {};
    std::string fallback_model = {}; // empty: none
    calls::Approve approve = calls::Approve::never;
    std::int64_t tokens = 0; // 0: no limit
    std::chrono::milliseconds time {}; // 0: no limit
    double cost = 0; // 0: no limit
};

// Replaces the settings of an earlier call by these. The key is passed in the variable
// `key_variable`, so that an agent whose profile names another server does not use it.
void set_bounds(calls::ManifestTool& entry, const AgentBounds& bounds);
}
