#pragma once

#include "agent/loop/run_result.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Makes the parts that the options ask for, lets them converse, and reports. Answers the exit
// status: that of the Reason, for an interrupt with the signal's number. Throws BAD_PATTERN.
int run_agent(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// `agentcli embed`: prints a line of JSON with the embedding of the prompt. Answers the exit status
// as run_agent does.
int run_embedding(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
