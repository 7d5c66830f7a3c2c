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
// of the run, its profile, and the lower one of each limit. Throws BAD_REQUEST if the agent names a
// profile or a tool that does not exist.
start::RunConfig config_for(const options::AgentDefinition& agent, const options::Options& options);

// Runs the agent on a task. Its answer is
//   {"answer", "answerBytes"?, "exitReason", "steps", "calls", "usage", "cost"?, "run"}
// where `answer` is a text, or the value that fits the agent's output schema, and `answerBytes` is
// set if the text was cut. `approver` is asked about its calls. `config` is config_for() the agent.
// Throws BAD_REQUEST for a task that is empty or too long, and errors of the configuration.
Outcome work_on(const Task& task, const start::RunConfig& config,
    const InvestigationDependencies& by, calls::Approver& approver);

// Returns the answer of an agent as text for people.
std::string text_of_answer(const Json& answer);

}
