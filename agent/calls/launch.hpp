#pragma once

#include "agent/calls/manifest.hpp"

#include <string>
#include <vector>

namespace agent::calls {

// What to start: argv[0] is what the program sees, `program` is what is run.
struct Launch {
    std::string program;
    std::vector<std::string> argv;
    std::vector<std::string> environment; // NAME=value, and nothing else
    std::string directory = {}; // to run in; empty: that of this process
};

// How a tool is started: its environment is PATH, HOME, and what the manifest names.
Launch launch_of(const ManifestTool& tool);

}
