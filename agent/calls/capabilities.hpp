#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <vector>

namespace agent::calls {

using namespace toolkit;

// What these tools can really do: {"tools": [{"name","changesFiles","effects","saidBy","text"}],
// "warnings"}. Not redacted.
Json capabilities_of(const std::vector<ManifestTool>& asked, system::Cancel& cancel);

}
