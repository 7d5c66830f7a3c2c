#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli undo`: undoes the newest steps that calls of agentcli have made in the workspace, by
// the tool of the manifest that has the role `undo`. On a terminal it shows the diff, and asks.
// With --dry-run it prints the diff; with --forget it removes what is kept. Answers the exit
// status: 1 if the answer is no, or nothing was undone.
int run_undo(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
