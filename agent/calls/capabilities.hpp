#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <vector>

namespace agent::calls {

using namespace toolkit;

// Returns what these tools can really do, not redacted: {"tools":
// [{"name","changesFiles","effects","saidBy","text"}], "warnings"}.
Json capabilities_of(const std::vector<ManifestTool>& asked, system::Cancel& cancel);

}
