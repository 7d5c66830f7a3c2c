#pragma once

#include "agent/channel/messages.hpp"
#include "runner/start/run_config.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// What a host is left by the operator's flags: `begin` (docs/host.md) chooses among what they
// allow, and narrows. `may` has the names of --host-may. Throws PERMISSION_DENIED for what would
// widen, with the flag that allows it in the hint.
start::RunConfig narrowed_by(
    const channel::Begin& begin, start::RunConfig config, const std::vector<std::string>& may);

// The same for the begin of a workflow.
void narrow_workflow(
    const channel::BeginWorkflow& begin, calls::Approve& approve, std::chrono::milliseconds& time);

}
