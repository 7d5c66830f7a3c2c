#pragma once

#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/state.hpp"
#include "frontends/workflow/step_log.hpp"

#include <string>

namespace frontends::workflow {

// Records that nobody knows whether the latest attempt of a step was done, and returns the error to
// throw: the run must end.
ToolError note_uncertain(StepLog& log, const std::string& where, const ToolError& why);

// Finds the steps with `once` of a run that continues that were done and whose results are missing,
// and records that they are uncertain. A step in a foreach is judged when its item begins.
void find_lost_results(RunDirectory& directory, Library& library, const Chosen& chosen);

// True if a run cannot continue until the operator has said whether some attempts were done.
bool has_uncertain_steps(const JournalState& past);

// Returns the end of a run in which nothing more is done, not even the final steps. Its error names
// all uncertain steps, with the flags that answer.
FlowEnd uncertain_end(const JournalState& past);

}
