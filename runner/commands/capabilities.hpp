#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <vector>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// What these tools can really do: {"tools": [{"name","changesFiles","effects","saidBy","text"}],
// "warnings"}. Not redacted.
Json capabilities_of(const std::vector<calls::ManifestTool>& asked, system::Cancel& cancel);

// `agentcli capabilities`: prints what each tool can really do, and warns where that is everything,
// arbitrary commands, or the network. A tool whose entry has `effects` is asked by --describe, with
// the flags of its command, and its word counts; the entry's counts where there is none, and a
// warning says so. Answers the exit status.
int run_capabilities(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
