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

// What can be known to fail before the first step, of the workflow and those that it calls: tools
// that the manifest does not have, arguments that do not fit, and profiles that there are not.
Problems obstacles_to(const Planned& planned);

// What each step would call, with the effects of its tool: an object for --json, and lines.
Json plan_of(const Planned& planned);
std::string plan_text(const Planned& planned);

}
