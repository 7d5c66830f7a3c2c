#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

namespace frontends::workflow {

using namespace runner;

// Runs `agentcli runs list|show|prune`, with --json as JSON. Returns the exit status.
int run_runs_command(const options::Options& given, const agent::redaction::Secrets& secrets);

}
