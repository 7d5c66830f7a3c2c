#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Runs `agentcli undo`: undoes the newest steps that calls of agentcli have made in the workspace,
// by the tool of the manifest that has the role `undo`. On a terminal it shows a table of the files
// and the diff, and asks; without one it needs --yes. With --dry-run it prints both, with --list
// the steps; with --forget it removes what is kept. Returns the exit status: 1 if the answer is no,
// or nothing was undone.
int run_undo(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
