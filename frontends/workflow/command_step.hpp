#pragma once

#include "agent/calls/tool_result.hpp"
#include "agent/workflow/check.hpp"
#include "agent/workflow/model.hpp"
#include "frontends/workflow/parameter_files.hpp"
#include "frontends/workflow/run_data.hpp"
#include "frontends/workflow/step_result.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;

// The environment of a step's command, in addition to the step's own fields.
struct CommandSetting {
    const Workflow& workflow;
    const Compiled& compiled;
    const RunData& data;
    std::string idempotency_key;
    std::chrono::milliseconds timeout {}; // 0: none
};

// Returns the request to the tool `exec` for a step of the kinds exec, shell and python. Throws
// Problem for a template that cannot be rendered, and BAD_REQUEST for a value that cannot be passed
// on. Parameters that are too long for a variable are written to `files`, which must outlive the
// call; the variable NAME_FILE has the path.
Json command_request(const Step& step, const CommandSetting& setting, ParameterFiles& files);

// Returns the result of the step for an answer of `exec`.
StepResult command_result(const Step& step, const calls::ToolAnswer& answer);

// Returns the error in an answer.
ToolError error_of(const calls::ToolAnswer& answer);

}
