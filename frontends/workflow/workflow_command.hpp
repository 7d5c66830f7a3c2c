#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli -w NAME`; with --plan no step is run.
int run_workflow(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Runs `agentcli host -w NAME`: one run, which begins with the host's `begin`. Returns the status
// of run_workflow(); 2 if the beginning is refused, 141 if nobody reads the events, and 0 if
// nothing was to be run.
int run_workflow_for_host(
    const options::Options& given, const redaction::Secrets& secrets, system::Cancel& cancel);

// Runs `agentcli workflow check FILE…`. Returns 2 if there is any problem.
int run_workflow_check(const options::Options& options);

// Runs `agentcli workflow list`.
int run_workflow_list(const options::Options& options);

// Runs `agentcli workflow schema`.
int run_workflow_schema();

}
