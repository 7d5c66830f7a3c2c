#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <vector>

namespace runner::options {

using namespace agent;

// A row in the output of `agentcli config`.
struct ConfigRow {
    std::string name;
    std::string value;
    std::string source; // empty if the value is not set
};

// Returns the value of --env-key, or a placeholder if no such variable is set and the value does
// not look like the name of a variable: it may be the key itself.
std::string shown_key_variable(const std::string& name);

// Returns the output of `agentcli config`: a line for each flag with its value and the source of
// that value, or with --json one object. Everything is redacted; keys are never shown, and headers
// only by name. `more` is appended after the flags and rules.
std::string config_text(const Options& options, const redaction::Redaction& redaction,
    const std::vector<ConfigRow>& more);

}
