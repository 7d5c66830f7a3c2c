#pragma once

#include "frontends/agents/agent_run.hpp"
#include "runner/options/agent_definitions.hpp"
#include "runner/options/options.hpp"

#include <cstddef>
#include <string>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The size of an answer as JSON, in bytes. A longer text is cut in the middle.
inline constexpr std::size_t max_agent_answer = 16 << 10;

// Returns the configuration of an agent within that of `options`: its prompt, its tools among those
// of the run, its profile, and of each limit the lower one. Throws BAD_REQUEST if the agent names a
// profile or a tool that does not exist.
start::RunConfig config_for(const options::AgentDefinition& agent, const options::Options& options);

// Has the agent work on a task. Its answer is
//   {"answer", "answerBytes"?, "exitReason", "steps", "calls", "usage", "cost"?, "run"}
// where `answer` is a text, or the value that fits the agent's output schema, and `answerBytes` is
// there if the text was cut. `approver` is asked about its calls. `config` is config_for() the
// agent. Throws BAD_REQUEST for a task that is empty or too long, and what is wrong with the
// configuration.
Outcome work_on(const Task& task, const start::RunConfig& config, const Bystanders& by,
    calls::Approver& approver);

// Returns what people are shown of the answer of an agent.
std::string text_of_answer(const Json& answer);

}
