#pragma once

#include "frontends/workflow/obstacles.hpp"

#include <string>

namespace frontends::workflow {

// Returns what each step of the workflow would do with these parameters: an object {"workflow",
// "trusted", "steps"} for --json. A step has its `path`, `kind`, and what is known of it: the tool
// that it calls with what, the effects of that tool, its model and tools, `values` of its fields,
// `once`, `retry`, `timeoutSeconds` and `asks`. A value that depends on other steps is the template
// as it is written.
Json plan_of(const Planned& planned, const Json& parameters);

// Formats a plan for people: a line for each step, with its texts beneath.
std::string plan_text(const Json& plan);

}
