#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli doctor`: what this machine gives to the tools of the manifest, found out without
// leaving anything after, and without a network unless --connect is given.

struct Finding {
    enum class State {
        good,
        weaker, // works, with less than there could be
        missing, // something that the manifest needs is not there
    };
    std::string subject; // "landlock", "tool NAME"
    State state;
    std::string text;
};

std::vector<Finding> examine(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

// A line each; or {"ok":…,"findings":[{"subject","state","text"}]}.
std::string report_text(const std::vector<Finding>& findings);
Json report_json(const std::vector<Finding>& findings);

// Prints them, redacted. Answers the exit status: 1 where something is missing.
int run_doctor(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Reports the configured server of the model. With --connect it is missing unless it returns its
// list of models within 10 s, and weaker if the list lacks the configured model.
Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

}
