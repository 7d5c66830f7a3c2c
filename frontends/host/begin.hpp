#pragma once

#include "agent/channel/bounds.hpp"
#include "runner/start/run_config.hpp"

#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Returns the configuration as the begin of a host narrows it (agent/channel/bounds), with what it
// sets. `may` has the names of --host-may. Throws what channel::narrow() does.
start::RunConfig narrowed_by(
    const channel::Begin& begin, start::RunConfig config, const std::vector<std::string>& may);

}
