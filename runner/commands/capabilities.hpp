#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Runs `agentcli capabilities`: prints what each tool can do, and warns about tools that can do
// everything, run arbitrary commands or use the network. If the entry of a tool declares `effects`,
// the tool is called with the flags of its command and --describe, and that output is used. If the
// tool gives none, the entry is used, with a warning. Returns the exit status.
int run_capabilities(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
