#pragma once

#include "runner/manifest.hpp"
#include "runner/options.hpp"

#include <vector>

// The tools of the manifest that -only-tools and -without-tools leave. Throws BAD_REQUEST, also for a name that none of
// them has.
std::vector<ManifestTool> choose_tools(const Options& options);
