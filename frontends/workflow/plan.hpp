#pragma once

#include "agent/workflow/library.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/step_calls.hpp"

#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

struct Planned {
    const Chosen& chosen;
    Library& library;
    const StepCalls& calls;
    const Agents& agents;
    const start::RunConfig& config;
};

// Returns the errors of the workflow and of those that it calls that are known before the first
// step: tools that the manifest does not have, arguments that do not fit, and missing profiles.
Problems obstacles_to(const Planned& planned);

// Return the calls that each step would make, with the effects of the tools: as an object for
// --json, and as lines.
Json plan_of(const Planned& planned);
std::string plan_text(const Planned& planned);

}
