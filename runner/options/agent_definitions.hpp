#pragma once

#include "runner/options/config_files.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace runner::options {

using namespace toolkit;

inline constexpr std::size_t max_agents = 32;
inline constexpr std::size_t max_agent_description = 1000; // bytes
inline constexpr std::size_t max_agent_prompt = 64 << 10; // bytes, also of a file

// The agent that agentcli itself has: it answers a question with checked evidence.
inline constexpr const char* investigator_name = "investigator";

// Which tools of the run an agent may use.
enum class AgentTools { all, reading, named };

// An agent that a model, a workflow or the operator can give a task. In the user's config.json:
//   {"agents": {NAME: {"description", "prompt" | "promptFile", "tools"?, "profile"?, "model"?,
//    "limits"?: {"maxSteps"?, "maxToolCalls"?, "maxTotalTokens"?, "maxSeconds"?},
//    "outputSchema"?}}}
struct AgentDefinition {
    std::string name; // 1 to 64 of a-z A-Z 0-9 _ -
    std::string description = {}; // for whoever chooses an agent
    std::string prompt = {}; // its system message
    std::string prompt_file = {}; // in place of it; an absolute path
    AgentTools tools = AgentTools::all;
    std::vector<std::string> tool_names = {}; // if they are named
    std::string profile = {}; // of the user's config; empty: as the run
    std::string model = {}; // likewise
    std::int64_t max_steps = 40;
    std::int64_t max_calls = 120;
    std::int64_t max_total_tokens = 400'000; // of requests and replies
    std::chrono::milliseconds max_time {300'000};
    Json output_schema = {}; // of its answer; null: the answer is a text
};

// The tool by which a model uses skills. It is in no manifest.
inline constexpr const char* skill_tool = "skill";

// True if the agent may use skills: its list of tools names that tool.
bool uses_skills(const AgentDefinition& agent);

// Returns the agents that the user's config has, by name. Throws BAD_REQUEST naming the file, the
// agent and what is wrong with it.
std::vector<AgentDefinition> configured_agents(const ConfigFiles& files);

// Returns the files that have the prompts of these agents, also of entries that are wrong
// otherwise.
std::vector<std::string> prompt_files(const ConfigFiles& files);

// Returns the built-in agent.
AgentDefinition investigator();

// Returns the built-in agent and those of the user's config. Throws likewise.
std::vector<AgentDefinition> all_agents(const ConfigFiles& files);

// Returns the agent with this name. Throws BAD_REQUEST if it is not one of these.
const AgentDefinition& agent_named(
    const std::string& name, const std::vector<AgentDefinition>& agents);

}
