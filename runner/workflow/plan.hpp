#pragma once

#include "runner/workflow/library.hpp"
#include "runner/workflow/step_calls.hpp"

#include <string>
#include <vector>

namespace runner::workflow {

// A workflow and all that its steps call, each as often as it is called.
std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library);

// What can be known to fail before the first step, of the workflow and those that it calls: tools
// that the manifest does not have, arguments that do not fit, and what is not built yet.
Problems obstacles_to(const Chosen& chosen, Library& library, const StepCalls& calls);

// What each step would call, with the effects of its tool: an object for --json, and lines.
Json plan_of(const Chosen& chosen, Library& library, const StepCalls& calls);
std::string plan_text(const Chosen& chosen, Library& library, const StepCalls& calls);

}
