#pragma once

#include "runner/options/options.hpp"
#include "runner/start/manifest_choice.hpp"

// The manifest, with the tools that --only-tools and --without-tools leave. Throws BAD_REQUEST, also for a name that none of
// them has.
ManifestChoice choose_tools(const Options& options);
