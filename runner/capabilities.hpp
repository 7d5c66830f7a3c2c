#pragma once

#include "runner/options.hpp"
#include "runner/redaction.hpp"

// -capabilities: prints what each tool of the manifest can really do, by its `effects` there, and warns where that is
// everything, arbitrary commands, or the network. Answers the exit status.
int run_capabilities(const Options& options, const Secrets& secrets);
