#pragma once

#include "agent/redaction/redaction.hpp"
#include "agent/workflow/problems.hpp"
#include "runner/options/options.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

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

// Runs `agentcli workflow check FILE…`, which starts the MCP servers whose tools are steps. Returns
// 2 if there is any problem.
int run_workflow_check(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Returns a problem of a file as an object {"file", "line", "column", "message", "hint"?}.
Json json_of(const std::string& path, const agent::workflow::Problem& problem);

// Runs `agentcli workflow list`.
int run_workflow_list(const options::Options& options);

// Runs `agentcli -w NAME --help`: prints the parameters of a workflow. Returns 2 if its file has
// errors. Throws BAD_REQUEST if there is no such workflow.
int run_workflow_help(const options::Options& options);

// Runs `agentcli workflow schema`.
int run_workflow_schema();

}
