#pragma once

#include "runner/workflow/agents.hpp"
#include "runner/workflow/library.hpp"
#include "runner/workflow/step_calls.hpp"

#include <string>
#include <vector>

namespace runner::workflow {

// A workflow and all that its steps call, each as often as it is called.
std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library);

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
