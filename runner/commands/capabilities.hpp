#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli capabilities`: prints what each tool can really do, and warns where that is everything,
// arbitrary commands, or the network. A tool whose entry has `effects` is asked by --describe, with
// the flags of its command, and its word counts; the entry's counts where there is none, and a
// warning says so. Answers the exit status.
int run_capabilities(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
