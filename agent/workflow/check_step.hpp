#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

namespace agent::workflow {

// Checks the rules between the fields of a step, without its templates. Adds errors to `problems`.
void check_rules_of_step(const Step& step, const WorkflowFile& file, Problems& problems);

// Checks the rules of a workflow in the same way: names, the number of steps, and fields that an
// untrusted file must not have.
void check_rules_of_workflow(
    const Workflow& workflow, const WorkflowFile& file, Problems& problems);

// Adds a problem if this is not a valid name of an environment variable.
void check_variable_name(const std::string& name, Place place, Problems& problems);

}
