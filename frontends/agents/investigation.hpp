#pragma once

#include "frontends/agents/agent_run.hpp"

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Answers a question by investigating the workspace, in a separate conversation whose tools only
// read. It ends with a report in which each quote has been checked. Returns the answer, at most 16
// KiB. `approver` is asked about calls that need approval, also if only a hook requires it. Throws
// BAD_REQUEST for a question of an invalid size, and errors of the configuration.
Outcome investigate(const Task& question, const start::RunConfig& config,
    const InvestigationDependencies& by, calls::Approver& approver);

}
