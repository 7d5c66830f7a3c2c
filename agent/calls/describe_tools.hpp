#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Does its command answer to --describe and --help? Who knows nothing of them might take them for
// anything: a tool that deploys would deploy. So only one of the suite does, by what its entry says
// (effects.sandbox, which its own --describe prints) or as a program that the installed manifest
// names.
bool can_be_asked(const ManifestTool& tool);

// What the commands of tools that can be asked say of themselves to --describe, with the flags that
// the manifest gives them, in the order of the tools; null where one does not answer an object
// within 5 s.
std::vector<Json> describe(const std::vector<ManifestTool>& tools, system::Cancel& cancel);

// Does it take these flags, too? Its entry, with them at the end of its command, is the yes. Throws
// IO_ERROR if it does not end by itself within 5 s, and INTERNAL "interrupted".
bool takes_flags(
    const ManifestTool& tool, const std::vector<std::string>& flags, system::Cancel& cancel);

}
