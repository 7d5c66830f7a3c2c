#pragma once

#include "agent/workflow/library.hpp"

#include <string>
#include <vector>

namespace agent::workflow {

// Returns a workflow and all that its steps call, each as often as it is called.
std::vector<Chosen> all_called_by(const Chosen& chosen, Library& library);

// Returns the name of the profile of the step, else of the workflow; empty if there is none.
std::string agent_of(const Step& step, const Workflow& workflow);

// Returns the names of all profiles of these workflows, each once.
std::vector<std::string> agents_in(const std::vector<Chosen>& workflows);

}
