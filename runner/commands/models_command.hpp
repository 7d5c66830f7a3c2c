#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Requests the list of models from the configured server, and returns their names in the server's
// order, at most 1000. Waits at most 10 seconds for the response. Throws the errors of
// agent::model::HttpModel::models().
std::vector<std::string> served_models(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

// Runs `agentcli models`: prints the names, one per line, or {"models": […]} with --json. Returns
// the exit status.
int run_models(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
