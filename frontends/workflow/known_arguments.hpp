#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/workflow/model.hpp"
#include "agent/workflow/template.hpp"

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;

// Returns what is wrong with the arguments of a step that calls the tool, as far as they are
// written in the file: arguments that are missing or unknown, and constant values that do not fit
// the schema. `args` is the field of the step, and `values` its template; both are nullptr if the
// step has none. A tool that checks its arguments itself accepts other names and spellings of
// values: it is only given what it cannot refuse for certain.
Problems wrong_arguments(
    const Field* args, const ValueTemplate* values, const calls::OfferedTool& tool, Place step);

}
