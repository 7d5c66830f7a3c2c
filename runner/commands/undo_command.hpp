#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Runs `agentcli undo`: undoes the newest steps of agentcli's calls in the workspace, using the
// manifest's tool with the role `undo`. On a terminal it shows a table of the files and the diff,
// and asks for confirmation; without a terminal it requires --yes. --dry-run prints the table and
// the diff, --list prints the steps, and --forget removes the stored steps. Returns the exit
// status: 1 if the operator declines or nothing was undone.
int run_undo(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
