#pragma once

#include "agent/loop/run_result.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Runs the conversation that the options describe, and prints its result. Returns the exit status:
// that of the Reason, plus the signal's number for an interruption. Throws BAD_PATTERN if a
// redaction pattern is invalid.
int run_agent(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Runs `agentcli embed`: prints the embedding of the prompt as a line of JSON. Returns the exit
// status like run_agent().
int run_embedding(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
