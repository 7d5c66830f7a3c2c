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

// A result of `agentcli doctor`, which checks what this machine provides for the tools of the
// manifest. It leaves no files or processes, and uses the network only with --connect.

struct Finding {
    enum class State {
        good,
        weaker, // works, with reduced protection or function
        missing, // something that the manifest needs does not exist
    };
    std::string subject; // "landlock", "tool NAME"
    State state;
    std::string text;
};

// Runs all checks, and returns their results.
std::vector<Finding> examine(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

// Return the findings as text, one per line, or as
// {"ok":…,"findings":[{"subject","state","text"}]}.
std::string report_text(const std::vector<Finding>& findings);
Json report_json(const std::vector<Finding>& findings);

// Runs `agentcli doctor`: prints the findings, redacted. Returns the exit status: 1 if one is
// `missing`.
int run_doctor(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

// Checks the configured model server. With --connect, the result is `missing` unless the server
// returns its list of models within 10 s, and `weaker` if the list lacks the configured model.
Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

}
