#pragma once

#include "runner/start/manifest_choice.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

// The manifest, with the tools that --only-tools and --without-tools leave. Throws BAD_REQUEST,
// also for a name that none of them has.
ManifestChoice choose_tools(const ToolSelection& wanted_tools);

}
