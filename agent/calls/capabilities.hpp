#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <vector>

namespace agent::calls {

using namespace toolkit;

// Returns what the tools can do, as their --describe reports or their manifest entries declare:
// {"tools": [{"name", "changesFiles", "effects", "saidBy", "text"}], "warnings"}, not redacted.
Json capabilities_of(const std::vector<ManifestTool>& asked, system::Cancel& cancel);

}
