#pragma once

#include "runner/manifest_choice.hpp"
#include "runner/options.hpp"

// The manifest, with the tools that -only-tools and -without-tools leave. Throws BAD_REQUEST, also for a name that none of
// them has.
ManifestChoice choose_tools(const Options& options);
