#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli investigate`: prints the report on a question of the command line as text, or
// unchanged with --json. Without a question it is a tool, and follows the contract: one request on
// stdin, one line of JSON on stdout or stderr. Returns the exit status; with a question that of a
// run.
int run_investigate(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Runs `agentcli agent` in the same way, for a task and the name of an agent.
int run_agent(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
