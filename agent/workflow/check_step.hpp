#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

namespace agent::workflow {

// What the fields of a step say about each other, without its templates.
void check_rules_of_step(const Step& step, const WorkflowFile& file, Problems& problems);

// The same of a workflow: names, numbers of steps, what an untrusted file must not say.
void check_rules_of_workflow(
    const Workflow& workflow, const WorkflowFile& file, Problems& problems);

// A name of a variable of the environment.
void check_variable_name(const std::string& name, Place place, Problems& problems);

}
