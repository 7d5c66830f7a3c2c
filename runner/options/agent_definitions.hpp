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
inline constexpr std::size_t max_agent_prompt = 64 << 10; // bytes, in the config or in a file

// Name of the built-in agent, which answers a question with checked evidence.
inline constexpr const char* investigator_name = "investigator";

// Which tools of the run an agent may use.
enum class AgentTools { all, reading, named };

// An agent that a model, a workflow or the operator can give a task. In the user's config.json:
//   {"agents": {NAME: {"description", "prompt" | "promptFile", "tools"?, "profile"?, "model"?,
//    "limits"?: {"maxSteps"?, "maxToolCalls"?, "maxTotalTokens"?, "maxSeconds"?},
//    "outputSchema"?}}}
struct AgentDefinition {
    std::string name; // 1 to 64 of a-z A-Z 0-9 _ -
    std::string description = {}; // for the model or person that chooses an agent
    std::string prompt = {}; // system message
    std::string prompt_file = {}; // absolute path of a file with the prompt, instead of `prompt`
    AgentTools tools = AgentTools::all;
    std::vector<std::string> tool_names = {}; // the tools for AgentTools::named
    std::string profile = {}; // profile of the user's config; empty: that of the run
    std::string model = {}; // empty: that of the run
    std::int64_t max_steps = 40;
    std::int64_t max_calls = 120;
    std::int64_t max_total_tokens = 400'000; // of requests and replies
    std::chrono::milliseconds max_time {300'000};
    Json output_schema = {}; // JSON schema of the answer; null: the answer is plain text
};

// Name of the tool with which a model loads skills. No manifest contains it.
inline constexpr const char* skill_tool = "skill";

// Returns true if the agent may use skills: its list of tools contains skill_tool.
bool uses_skills(const AgentDefinition& agent);

// Returns the agents in the user's config, ordered by name. Throws BAD_REQUEST naming the file, the
// agent and the error.
std::vector<AgentDefinition> configured_agents(const ConfigFiles& files);

// Returns the absolute paths of the prompt files of these agents, including agents whose entry has
// another error.
std::vector<std::string> prompt_files(const ConfigFiles& files);

// Returns the definition of the built-in agent.
AgentDefinition investigator();

// Returns the built-in agent and those of the user's config. Throws like configured_agents().
std::vector<AgentDefinition> all_agents(const ConfigFiles& files);

// Returns the agent with this name from `agents`. Throws BAD_REQUEST if there is none.
const AgentDefinition& agent_named(
    const std::string& name, const std::vector<AgentDefinition>& agents);

}
