#pragma once

#include "agent/channel/bounds.hpp"
#include "runner/start/run_config.hpp"

#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Returns the configuration with the settings of a host's begin message applied, which can only
// narrow it (agent/channel/bounds). `may` contains the names of --host-may. Throws what
// channel::narrow() throws.
start::RunConfig narrowed_by(
    const channel::Begin& begin, start::RunConfig config, const std::vector<std::string>& may);

}
