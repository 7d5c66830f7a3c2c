#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace toolkit;

// `agentcli -w NAME`; with --plan it runs nothing.
int run_workflow(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// `agentcli host -w NAME`: one run, which begins with the host's `begin`. The exit status is
// that of run_workflow(); 2 for a beginning that is refused, 141 if nobody reads the events, 0
// if nothing was to be run.
int run_workflow_for_host(
    const options::Options& given, const redaction::Secrets& secrets, system::Cancel& cancel);

// `agentcli workflow check FILE…`: 2 if anything is wrong.
int run_workflow_check(const options::Options& options);

// `agentcli workflow list`
int run_workflow_list(const options::Options& options);

// `agentcli workflow schema`
int run_workflow_schema();

}
